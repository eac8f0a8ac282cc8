/** The client's own texts. */
import { textsByLanguage, type Texts } from "./languages";

export const OWN = textsByLanguage(import.meta.glob<Texts>("./messages/*.json", { eager: true, import: "default" }));
