import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { sheetOf } from './sheet-of.ts'

test('a CSV file becomes a workbook whose cells are texts, with their zeros, plus signs and no guard', async () => {
  const csv =
    '\ufeff"No.","Phone","Zip","Name"\r\n"1","\'+49 30 1234567","01067","=Müller & ""Söhne"""\r\n"2","","","\'=1+1"\r\n'

  const [sheet] = await readWorkbook(await (await sheetOf(csv)).arrayBuffer())

  expect(sheet?.data).toEqual([
    ['No.', 'Phone', 'Zip', 'Name'],
    ['1', '+49 30 1234567', '01067', '=Müller & "Söhne"'],
    ['2', null, null, '=1+1'],
  ])
})
