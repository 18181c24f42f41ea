import { checkStorage } from '#server/db/check-storage.ts'
import { asOwner } from './as-owner.ts'

// npm run check-storage: reads the whole database and names what is damaged on the disk; ends with 1 when something is.

await asOwner(async (owner) => {
  const { tables, indexes, faults } = await checkStorage(owner)
  console.log(`${tables} tables and ${indexes} indexes read to the last page: ${faults.length || 'nothing'} damaged`)
  for (const fault of faults) console.log(`  FAULT: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
})
