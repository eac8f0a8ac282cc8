/** What people read: message keys with parameters, worded by one catalogue per language (as the server words them). */
import { faceInLetters, spelled, type Letters } from "./letters";
import type { Message, Param } from "./wire";

const SLOT = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

/** Names a message another way than its catalogue does, or leaves it alone: seats become the names of their players. */
export type Renaming = (message: Message) => string | undefined;

export class Catalogue {
  constructor(
    readonly texts: Readonly<Record<string, string>>,
    private readonly renamed: Renaming = () => undefined,
    private readonly of: (game: string) => Catalogue | undefined = () => undefined,
    /** What stands for the signs of pieces and cards, where the reader wants no kanji. */
    private readonly letters: Letters | null = null,
    /** The language itself is written with kanji: only what is a sign is spelled. */
    private readonly signsOnly = false,
  ) {}

  has(key: string): boolean {
    return Object.hasOwn(this.texts, key);
  }

  /**
   * The message in words; an unknown key shows itself, so that a gap is seen and not hidden.
   * A key `game:key` is that game's own, whatever catalogue words it.
   */
  text(message: Message): string {
    const other = this.renamed(message);
    if (other !== undefined) return other;
    const params = message.params ?? {};
    const [, game, key] = /^(.*):(.*)$/.exec(message.key) ?? [];
    const others = game && this.of(game);
    if (others && key) return others.text({ key, params });
    if (!this.has(message.key)) return unknown(message.key, params);
    return this.template(message.key).replace(SLOT, (slot, name: string, one?: string, many?: string) =>
      this.fill(slot, params[name], one, many),
    );
  }

  /** The text of a key given directly. */
  word(key: string, params: Record<string, Param> = {}): string {
    return this.text({ key, params });
  }

  /** The text of the first key that has one, else the last resort as it stands. */
  first(keys: readonly string[], otherwise: string, params: Record<string, Param> = {}): string {
    const known = keys.find((key) => this.has(key));
    return known === undefined ? otherwise : this.word(known, params);
  }

  value(value: Param): string {
    if (Array.isArray(value)) return value.map((part) => this.text(part)).join(this.texts["list.separator"] ?? ", ");
    return typeof value === "object" ? this.text(value) : String(value);
  }

  /** What a piece or card shows to this reader. */
  sign(face: string): string {
    return this.letters ? faceInLetters(face, this.letters) : face;
  }

  private template(key: string): string {
    const text = this.texts[key]!;
    return this.letters && (!this.signsOnly || key.startsWith("sign.")) ? spelled(text, this.letters) : text;
  }

  private fill(slot: string, value: Param | undefined, one?: string, many?: string): string {
    if (value === undefined) return slot;
    if (one !== undefined) return value === 1 ? one : (many ?? "");
    return this.value(value);
  }
}

function unknown(key: string, params: Record<string, Param>): string {
  return Object.keys(params).length ? `${key} ${JSON.stringify(params)}` : key;
}
