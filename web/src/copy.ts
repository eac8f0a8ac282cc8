/** Puts a text where the person can paste it from. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Pages that came over a plain connection, as at home from another device, are lent no clipboard.
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "sr" });
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
}
