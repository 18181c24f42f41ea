import { expect, test } from 'vitest'
import { listOf, marksIn, withoutHandlers } from './clean-paste.ts'

test.each([
  ['font-weight:700', ['strong']],
  ['font-weight: Bold; font-style: italic', ['strong', 'em']],
  ['color:red;text-decoration:underline line-through;vertical-align:super', ['s', 'sup']],
  ['vertical-align:sub', ['sub']],
  ['font-weight:400;font-style:normal;vertical-align:baseline', []],
  ['mso-bidi-font-weight:bold', []],
  ['', []],
])('the style “%s” stands for the marks %j', (style, marks) => {
  expect(marksIn(style)).toEqual(marks)
})

test.each([
  ['1. First', 'ol'],
  ['12) Twelfth', 'ol'],
  ['a. First', 'ol'],
  ['· One', 'ul'],
  ['o One', 'ul'],
])('the paragraph “%s” of Word belongs to a list of the kind %s', (text, kind) => {
  expect(listOf(text)).toBe(kind)
})

test('styles and handlers of a paste are nothing that a browser acts on, and words stay as they are', () => {
  expect(withoutHandlers('<img src=x onerror="go()" STYLE="color:red"><p>on style = one</p>')).toBe(
    '<img src=x data-onerror="go()" data-STYLE="color:red"><p>on style = one</p>',
  )
})
