import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { sheetsOfOds } from './ods.ts'

const odsOf = (tables: string) =>
  zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ),
  })
const text = (said: string) =>
  `<table:table-cell office:value-type="string"><text:p>${said}</text:p></table:table-cell>`
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const sheet = (name: string, ...rows: string[]) => `<table:table table:name="${name}">${rows.join('')}</table:table>`

test('each sheet has its rows: texts as they are written, numbers as numbers, days without a time', () => {
  const bytes = odsOf(
    sheet('Notes &amp; more', row(text('Ask Maria'))) +
      sheet(
        'Leads',
        row(text('Name'), text('Phone'), text('Zip'), text('Since'), text('Agreed')),
        row(
          text('Ömer &lt;Kaya&gt;<text:s text:c="2"/>X'),
          text('+90 212<text:tab/>555'),
          '<table:table-cell office:value-type="float" office:value="1234"><text:p>01234</text:p></table:table-cell>',
          '<table:table-cell office:value-type="date" office:date-value="2026-11-03"><text:p>3 Nov</text:p></table:table-cell>',
          '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>TRUE</text:p></table:table-cell>',
        ),
      ),
  )

  expect(sheetsOfOds(bytes)).toEqual([
    { sheet: 'Notes & more', data: [['Ask Maria']] },
    {
      sheet: 'Leads',
      data: [
        ['Name', 'Phone', 'Zip', 'Since', 'Agreed'],
        ['Ömer <Kaya>  X', '+90 212\t555', 1234, '2026-11-03', 'true'],
      ],
    },
  ])
})

test('repeated and merged cells stand where they are, and the empty rest of a sheet is none', () => {
  const bytes = odsOf(
    sheet(
      'Leads',
      row('<table:table-cell table:number-columns-repeated="2"/>', text('C'), '<table:covered-table-cell/>', text('E')),
      '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      `<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>a</text:p><text:p>b</text:p></table:table-cell></table:table-row>`,
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
    ),
  )

  expect(sheetsOfOds(bytes)[0]?.data).toEqual([['', '', 'C', '', 'E'], [], [], ['a\nb', 'a\nb'], ['a\nb', 'a\nb']])
})

test('comments and earlier contents are no values', () => {
  const bytes = odsOf(
    `<table:tracked-changes><table:table-cell><text:p>before</text:p></table:table-cell></table:tracked-changes>${sheet(
      'Leads',
      row(
        '<table:table-cell><office:annotation><text:p>Who is it?</text:p></office:annotation><text:p>Ines</text:p></table:table-cell>',
      ),
    )}`,
  )

  expect(sheetsOfOds(bytes)).toEqual([{ sheet: 'Leads', data: [['Ines']] }])
})

test('a file that is none, that has no end, or that says one cell a billion times is refused', () => {
  const many = `<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000"><text:p>x</text:p></table:table-cell></table:table-row>`

  expect(() => sheetsOfOds(odsOf(sheet('Leads', many)))).toThrow('too many cells')
  expect(() => sheetsOfOds(zipSync({ 'other.xml': strToU8('<x/>') }))).toThrow('no content')
  expect(() => sheetsOfOds(strToU8('Name,Email'))).toThrow('invalid zip data')
  expect(() => sheetsOfOds(zipSync({ 'content.xml': strToU8('<a><b>') }))).toThrow('unexpected end of file')
  expect(() => sheetsOfOds(zipSync({ 'content.xml': new Uint8Array([60, 97, 62, 255, 254]) }))).toThrow('not valid')
})
