import type { PostText } from './post-text.ts'

export const PARTS_TEXTS = {
  drum: {
    title: 'Emptying drums without spills',
    excerpt: 'A pump, a tray and two minutes of thought: how to get 200 litres out of a drum and none on the floor.',
    text: `
Most spills happen in the last ten litres, when the drum is tilted.

## Before

- Read the label, and the sheet behind it.
- Put the drum on a tray that holds all of it.
- Earth it, if it can burn.

## The pump

A tube of the right stuff: polypropylene for acids, steel for solvents, PVDF for both and for peroxide. With a flow meter you fill to the litre, and nobody has to look into the hole.

[product HP-3004]

## After

Lift the tube, wait until it has stopped dripping, and hang it where it drips into the tray.

:warning A motor that is not marked Ex has no business near solvents.
---
How much is left in the drum? | Under 0.3 litres with a tube that closes at its foot.
How fast is it? | Up to 240 litres a minute with water.`,
  },
  hose: {
    title: 'Five signs that a hose is due',
    excerpt: 'A hose seldom bursts without a warning. What to look for on the round, and what to write on the tag.',
    text: `
Hoses are the only part of a plant that is bent each day. Look at them as often.

## The signs

1. A bulge that feels soft.
2. A cover with cracks you can see when you bend it.
3. Braid that shows.
4. A collar that turns.
5. No date, or one from more than six years ago.

:note Two signs: change it this week. A soft bulge: now.

## The tag

Date of making, date of the last test, pressure, and for what. A hose without a tag is not used.

| Use | Test each | Change after |
| Water, air | 2 years | 10 years |
| Chemicals | year | 6 years |
| Steam | half a year | 3 years |

[product HP-1003]`,
  },
  seal: {
    title: 'Why mechanical seals fail early',
    excerpt: 'Dry running, crystals and a shaft that is not straight: what the faces tell when you take them out.',
    text: `
A seal should live as long as the pump between two overhauls. If it does not, do not order the same one again before you have read its faces.

## What the faces say

| You see | It was | Do this |
| Cracks like a web | dry running | sensor at the inlet |
| White crust | crystals | flush with water |
| Worn on one side | shaft out of line | align, below 0.05 mm |
| Blisters | wrong material | SiC on SiC |

## Before you fit the new one

Turn the shaft by hand. Measure its play. Clean, then clean again: a hair between the faces is a leak of a litre a day.

[product HP-5004]

:tip Keep the old faces in a bag with the date. Three of them tell a story.
---
What leak is normal? | A few drops an hour. Vapour, mostly.
Single or double? | Double where nobody may breathe it.
Can I change one face alone? | No.`,
  },
  flow: {
    title: 'Magnetic flow meters: where to put them',
    excerpt: 'Five pipe widths before, two behind, always full: and the earth wire that everybody forgets.',
    text: `
The meter is right within half a percent. Its place often is not.

## The rules

- Straight for five widths before it, two behind.
- Full at all times: best where the pipe goes up.
- Electrodes at the sides, never on top, where the air is.
- Earth rings where the pipe is plastic.

## What it cannot measure

Oil, demineralised water, gas. They do not conduct.

[product HP-6002]

:note An empty pipe reads anything. Switch on the empty-pipe alarm.
---
Does sludge disturb it? | No, if the lining stands it.
How often should I calibrate? | Each three years, or when the process says so.`,
  },
  pt100: {
    title: 'Pt100 in two, three or four wires',
    excerpt: 'Each metre of cable adds a degree. How many wires take it away, and when two are enough.',
    text: `
A Pt100 has 100 ohms at 0 °C and 0.385 more for each degree. The cable has ohms, too.

## The sum

Ten metres of 0.5 mm² have 0.7 ohms there and back: with two wires the reading is 1.8 °C too high.

| Wires | Error of 10 m | Use |
| Two | 1.8 °C | heads with a transmitter |
| Three | 0.1 °C | the usual |
| Four | none | where it is billed |

[product HP-6003]

:tip Put the transmitter into the head. Then the cable does not matter.
---
Class A or B? | A is 0.15 °C, B is 0.3 °C at zero.`,
  },
  spill: {
    title: 'What belongs in a spill kit',
    excerpt: 'The bag with the yellow lid, what is in it, and who knows where it hangs.',
    text: `
A kit takes up what it says on the bag, if it is opened by somebody who has done it before.

## What is in it

- 40 mats, 4 socks, 2 cushions
- gloves, goggles, two bags with ties
- a card with five lines

## Where it hangs

Within 20 metres of each drum, at the door and not behind it.

[product HP-4005]`,
  },
  diaphragm: {
    title: 'Air-operated diaphragm pumps: what they forgive',
    excerpt:
      'Dry running, stones and a closed valve. What a diaphragm pump stands, and the one thing that it does not.',
    text: `
It runs dry for a week, takes stones the size of a pea and stops by itself when the valve is closed. No other pump does.

## What it costs

Air. A pump of half an inch takes 300 litres a minute of it, which is three kilowatts at the compressor. Read [What compressed air really costs](post:air) before you put in the tenth one.

## What it does not forgive

Ice. Wet air freezes in the outlet. Dry it, or warm the muffler.

| Membrane | For | Hours |
| Santoprene | water, caustic | 10,000 |
| PTFE | everything | 5,000 |
| Nitrile | oil | 8,000 |

[product HP-3002]
---
How deep can it draw? | Five metres dry, eight when it is full.
Is it loud? | 80 dB. A muffler takes ten.`,
  },
  gauge: {
    title: 'Reading a pressure gauge you can trust',
    excerpt: 'Two thirds of the scale, glycerine against shaking, and a date on the glass.',
    text: `
Half of the gauges we are shown read zero when they are taken off. The other half have never been taken off.

## Choose

Working pressure at two thirds of the scale. Class 1.0 where somebody decides by it, 2.5 where somebody only looks.

## Keep

- Glycerine where it shakes.
- A siphon before it where there is steam.
- A date on the glass, and a year between two dates.

[product HP-6001]

:note A gauge with a red mark helps more than a table on the wall.`,
  },
} as const satisfies Record<string, PostText>
