import { expect, test } from 'vitest'
import { mailDocument } from './mail-document.ts'

test('what attributes say of the look becomes rules with the nonce', () => {
  const made = mailDocument(
    '<p style="color:#fff;font-family:&quot;Arial&quot;">One <a style="margin:0" href="/x">two</a></p>',
    'n1',
  )

  expect(made).toBe(
    '<!doctype html><style nonce="n1">[data-rule="0"]{color:#fff;font-family:"Arial"}[data-rule="1"]{margin:0}</style>' +
      '<p data-rule="0">One <a data-rule="1" href="/x">two</a></p>',
  )
})

test('style elements of the mail get the nonce, and its text stays as it is', () => {
  const made = mailDocument('<style>p{margin:0}</style><p>Write style="x" like this</p>', 'n1')

  expect(made).toContain('<style nonce="n1">p{margin:0}</style><p>Write style="x" like this</p>')
})
