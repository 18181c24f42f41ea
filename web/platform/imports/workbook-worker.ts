import readWorkbook from 'read-excel-file/web-worker'
import { answerWith } from './sheet-table.ts'

answerWith(readWorkbook, 'This workbook can’t be read. Save it as .xlsx again, or as CSV UTF-8.')
