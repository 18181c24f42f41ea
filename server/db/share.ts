/** Runs work of a company, when it is its turn; tells it whether nobody else of the company has or wants one. */
export interface Share {
  <T>(companyId: number, work: (alone: boolean) => Promise<T>): Promise<T>
}

export interface Turns extends Share {
  /** The company's turn, if nobody of it has or wants one: taken at once, and had until what is answered is called. */
  takeFree(companyId: number): (() => void) | undefined
}

/**
 * Lets a company have at most so many of the connections at a time, so that nobody waits for everybody else of another
 * company. Who comes later stands in line for `patience` milliseconds at most.
 */
export const openShare = (most: number, patience: number): Turns => {
  const companies = new Map<number, { taken: number; line: (() => void)[] }>()

  const companyOf = (companyId: number) => {
    const company = companies.get(companyId) ?? { taken: 0, line: [] }
    companies.set(companyId, company)
    return company
  }

  const turn = async (companyId: number) => {
    const company = companyOf(companyId)
    if (company.taken < most) return void (company.taken += 1)
    const mine = Promise.withResolvers<void>()
    company.line.push(mine.resolve)
    const timer = setTimeout(() => {
      company.line = company.line.filter((next) => next !== mine.resolve)
      // The pool's own words: for whoever waits it is the same.
      mine.reject(new Error('timeout exceeded when trying to connect'))
    }, patience)
    return mine.promise.finally(() => clearTimeout(timer))
  }

  const leave = (companyId: number) => {
    const company = companies.get(companyId)
    if (!company) return
    const next = company.line.shift()
    if (next) next()
    else company.taken -= 1
    if (company.taken === 0) companies.delete(companyId)
  }

  const inTurn: Share = async (companyId, work) => {
    await turn(companyId)
    const { taken = 1, line = [] } = companies.get(companyId) ?? {}
    try {
      return await work(taken === 1 && line.length === 0)
    } finally {
      leave(companyId)
    }
  }

  return Object.assign(inTurn, {
    takeFree(companyId: number) {
      if (companies.has(companyId)) return undefined
      companyOf(companyId).taken += 1
      return () => leave(companyId)
    },
  })
}
