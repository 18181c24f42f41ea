import { expect, test } from 'vitest'
import { foreignIn, renderEverywhere, renderSent } from '#server/test/hostile-html.ts'
import { hostileTexts } from '../../../scripts/hostile-texts.mjs'

test('S1: each of the hostile texts, as text and as HTML, leaves nothing that the list does not have', () => {
  for (const text of hostileTexts()) {
    expect([text, ...foreignIn(renderEverywhere(text)), ...foreignIn(renderSent(text))]).toEqual([text])
  }
})
