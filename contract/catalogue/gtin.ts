/** The sentence about a GTIN that cannot be one, with the digit that would fit. */
export const checkGtin = (text: string): string | undefined => {
  if (![8, 12, 13, 14].includes(text.length) || /\D/.test(text)) return 'A GTIN has 8, 12, 13 or 14 digits.'
  // From the right, the digits before the last one count three times and once in turn.
  const sum = Array.from(text.slice(0, -1))
    .toReversed()
    .reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 1 : 3), 0)
  const right = String((10 - (sum % 10)) % 10)
  return text.endsWith(right) ? undefined : `The last digit of the GTIN does not fit; ${right} would.`
}
