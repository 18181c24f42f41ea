import { choose, settle, type Candidate, type Choice } from '#server/leads/assignment/choose.ts'

/** One assignment list over time: the product's own choice, made again in the order in which leads came. */
export interface Rotation {
  give(at: string): Choice
  pause(staffId: number): void
  candidates(): readonly Candidate[]
}

export const openRotation = (start: readonly Candidate[]): Rotation => {
  let candidates = [...start]
  return {
    give(at) {
      const choice = choose(candidates)
      candidates = settle(choice, at)
      return choice
    },
    pause(staffId) {
      candidates = candidates.map((candidate) =>
        candidate.staff_id === staffId ? { ...candidate, reason: 'paused on the list' } : candidate,
      )
    },
    candidates: () => candidates,
  }
}
