import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
  /** Of a statement that each connection plans once. */
  name?: string
}

/** Every statement that goes to PostgreSQL from this process while the work runs, in order. */
export const recording = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const statements: Statement[] = []
  const original = pg.Client.prototype.query
  const listening = new Proxy(original, {
    apply(target, client, args: unknown[]) {
      const [query, values] = args
      const text = typeof query === 'string' ? query : Object(query).text
      const { name } = Object(query)
      statements.push({
        text: String(text),
        values: [...(Array.isArray(values) ? values : (Object(query).values ?? []))],
        ...(typeof name === 'string' ? { name } : {}),
      })
      return Reflect.apply(target, client, args)
    },
  })
  pg.Client.prototype.query = listening
  try {
    await work()
    // A read does not wait for its commit.
    await new Promise((resolve) => setTimeout(resolve, 50))
  } finally {
    pg.Client.prototype.query = original
  }
  return statements
}
