import { expect, it } from "vitest";
import { inline } from "./inline";

it("marks strong and stressed words and nothing else", () => {
  expect(inline("a **set** or *a* <run>")).toBe("a <b>set</b> or <em>a</em> &#60;run&#62;");
  expect(inline("10 × 2")).toBe("10 × 2");
});
