// How much is tested: by `npm test`, the gate, every rule once; by `npm run test:all` everything, in all its variants.

export const everything = process.env.LEADROOM_TEST_SCOPE === 'all'

/** How many of something there are in the gate, and in everything; the environment may say a count of its own. */
export function howMany(gate, all, name) {
  const own = name && process.env[`LEADROOM_TEST_${name}`]
  return Number(own || (everything ? all : gate))
}
