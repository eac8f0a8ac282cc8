import { expect, test } from "vitest";
import { shownTime } from "./clock";

const days = (n: number): string => `${n} d`;

test("a clock says what is left, the shorter the finer", () => {
  expect(shownTime(3 * 86_400_000 + 5_000, days)).toBe("3 d");
  expect(shownTime(3_723_000, days)).toBe("1:02:03");
  expect(shownTime(65_900, days)).toBe("1:05");
  expect(shownTime(9_870, days)).toBe("0:09.8");
  expect(shownTime(-5, days)).toBe("0:00.0");
});
