import { Type, type TProperties, type TSchema } from 'typebox'
import { ById, FileBytes, get, Id, One, post, type Permission } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'

/** The calls of an area’s exports, of which the columns are known ahead: what begins one, and its file. */
export const exportCalls = <const P extends Permission, C extends string>(path: string, permission: P, columns: C[]) =>
  exportCallsOf(path, permission, {
    selection: Id,
    columns: Type.Array(Type.Enum(columns), { minItems: 1, maxItems: columns.length }),
  })

/** The same of an area whose columns are what each company makes them, or that asks for more. */
export const exportCallsOf = <
  const P extends Permission,
  const I extends TProperties & { selection: TSchema; columns: TSchema },
>(
  path: string,
  permission: P,
  input: I,
) => ({
  begin: post(path, {
    summary: 'Exports a selection to a file, as a job; its creator can download it for 24 hours',
    permission,
    did: NO_HISTORY,
    body: Type.Object(input),
    reply: One(Type.Object({ job: Type.Integer() })),
    failure: 'The export did not start. Try again.',
  }),
  file: get(`${path}/:id`, {
    summary: 'The file of the caller’s export, whole or a range of its bytes',
    permission,
    download: true,
    file: true,
    params: ById,
    reply: FileBytes,
    failure: 'The file was not downloaded. Try again.',
  }),
})
