// How much is tested: by `npm test`, the gate, every rule once; by `npm run test:all` everything, in all its variants.

export const everything = process.env.LEADROOM_TEST_SCOPE === 'all'

/** How often something is tried in the gate, and in everything; the environment may say a count of its own. */
export function count(gate, all, name) {
  return Number(process.env[`LEADROOM_TEST_${name}`] ?? (everything ? all : gate))
}
