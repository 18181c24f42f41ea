import { parentPort } from 'node:worker_threads'

// The thread that does tasks, one after the other: it loads the file of a task, says that it begins, and answers.

export type Message<T> = 'begun' | { value: T } | { failed: string }

parentPort?.on('message', ({ file, input }: { file: string; input: unknown }) => void answer(file, input))

const answer = async (file: string, input: unknown) => {
  try {
    const { parse } = await import(file)
    parentPort?.postMessage('begun')
    parentPort?.postMessage({ value: await parse(input) })
  } catch (error) {
    parentPort?.postMessage({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
