import type { PostText } from './post-text.ts'

export const PLANT_TEXTS = {
  camlock: {
    title: 'Camlock or Storz? Choosing couplings',
    excerpt: 'Both take a second to close. What they hold, what they forgive, and what happens when a hose is pulled.',
    text: `
Two couplings for hoses that are joined by hand. The one has arms, the other has claws, and they do not fit one another.

## Side by side

| | Camlock | Storz |
| Pressure | 7 to 16 bar | 16 bar |
| Halves alike | no | yes |
| Opens under pressure | yes, take care | no |
| Dirt | forgives it | jams |

## Our advice

Camlock for chemicals, and with a pin through each arm. Storz for water, where anybody must be able to join anything to anything.

[product HP-1004]

:warning A coupling is no valve. Close the valve first, then wait.
---
Which gasket comes with it? | Nitrile. Ask for PTFE or Viton where you need it.
Do sizes of makers mix? | Camlock to the same standard, yes.
What is a dry-break coupling? | One that closes by itself when it is opened.
How many do I need? | One more than you think.`,
  },
  air: {
    title: 'What compressed air really costs',
    excerpt: 'A hole of three millimetres costs as much as a used car. How to find it on a Sunday.',
    text: `
Compressed air is the most expensive energy in the house. Of ten kilowatts one arrives at the tool.

## The sum

A compressor of 30 kW that runs 6,000 hours takes 180,000 kWh. A quarter of it leaks.

| Hole | Loss at 7 bar | A year |
| 1 mm | 1.2 l/s | 350 |
| 3 mm | 11 l/s | 3,200 |
| 5 mm | 31 l/s | 8,900 |

## The Sunday test

1. Stop all machines. Fill the net to 7 bar, and stop the compressor.
2. Measure how long it takes to fall to 6.
3. Volume times one bar, divided by the time, is what leaks.

Then walk along the pipes. At night you hear each leak.

[product HP-1005]

:tip Half of all leaks are at quick couplings. A ring costs less than the time to write about it.
---
Is 7 bar needed? | Seldom. Each bar less saves seven percent.
Are larger pipes worth it? | Where the last tool has half a bar less than the tank, yes.
What about heat? | Nine tenths of the power can warm a hall.
How often should I test? | Each quarter.
Who finds leaks fast? | Somebody with an ultrasonic ear, in a morning.`,
  },
  level: {
    title: 'Ultrasonic or radar level sensor?',
    excerpt: 'Foam, vapour and a ladder in the way: which of the two still sees the surface.',
    text: `
Both send something down and wait for it to come back. Sound needs air to travel in, radar does not.

## Where sound does well

Open tanks, water, sludge, up to eight metres. It costs a third.

## Where it does not

- Vapour above the liquid changes the speed of sound.
- Foam swallows it.
- A vacuum lets nothing through.

There radar is the answer, if the liquid reflects it: water does, oils only a little.

[product HP-6004]
---
Does it have to hang in the middle? | No: a third from the wall, where nothing falls past it.`,
  },
  shower: {
    title: 'Emergency shower tests to EN 15154',
    excerpt: 'Sixty litres a minute for fifteen minutes, and somebody who writes it down each month.',
    text: `
A shower that nobody has opened for a year gives rust first, then water. The standard asks for a test each month because of that.

## The test, in five minutes

1. Is the way to it free? Nothing may stand within a metre.
2. Open it. It has to run within one second, and stay open.
3. Measure: 60 litres a minute, with a bucket and a watch.
4. Feel: between 15 and 37 °C.
5. Sign the card at the pipe.

:warning Rinse for a minute before you measure. What has stood in the pipe is warm, and not clean.

## What we find

| Finding | How often |
| Too little water | one in five |
| Way blocked | one in six |
| Card not signed | one in two |

[product HP-4004]
---
Is an eye wash bottle enough? | For the way to the shower, yes.
Who signs? | Whoever tested it.
How near has it to be? | Within ten seconds on foot.
Must the water be drinkable? | Yes.
What about frost? | Frost-free valves below the floor.
Does it need a drain? | The standard does not say so. Your floor does.
How long has it to run? | Fifteen minutes.`,
  },
  butterfly: {
    title: 'Butterfly or ball valve for DN100?',
    excerpt: 'A quarter turn either way. What differs is the price, the pressure and what the disc does to your flow.',
    text: `
At DN25 nobody asks: a ball. At DN100 a ball weighs 30 kilograms and costs four times as much as a disc.

## Take the disc when

- the line has less than 16 bar,
- it is opened once a day or less,
- nothing fibrous flows through.

## Take the ball when

- the line is pigged,
- it has to be tight in both directions,
- slurry would settle behind the disc.

| | Butterfly | Ball |
| Weight | 7 kg | 30 kg |
| Loss, open | 0.04 bar | none |
| Price | 1 | 4 |

[product HP-2002]`,
  },
  solenoid: {
    title: 'Why solenoid valves chatter',
    excerpt: 'Low voltage, little pressure, a grain of sand: three causes and the order to look for them.',
    text: `
A valve that chatters is neither open nor closed. It wears out in days what should last ten years.

## Look at the voltage first

Measure at the coil while it is on. Ten percent below the plate is the most it takes. Long thin cables are the usual reason.

## Then at the pressure

A servo valve needs half a bar between in and out. Into an open tank it never has it: take a direct one.

## Then inside

Close, vent, four screws. A grain of sand in the pilot bore is enough. A filter of 50 µm before the valve is cheaper than the third visit.

:note With 24 V DC a diode across the coil keeps the spike from the controller, and makes the valve close 30 ms later.

[product HP-2005]
---
May it stay on all day? | If the coil is made for it: ED 100 %.
Why is it hot? | 80 °C is normal.`,
  },
  gloves: {
    title: 'Which glove for which chemical?',
    excerpt: 'Nitrile is not the answer to everything: a table for the twelve liquids our customers ask about most.',
    text: `
A glove holds for minutes or for a day, and looks the same. The number to look for is the breakthrough time.

## The table

| Liquid | Nitrile 0.1 mm | Nitrile 0.4 mm | Butyl |
| Caustic, 30 % | 8 h | 8 h | 8 h |
| Sulphuric, 50 % | 1 h | 8 h | 8 h |
| Acetone | under 1 min | 5 min | 8 h |
| Ethanol | 5 min | 2 h | 8 h |
| Toluene | under 1 min | 10 min | 20 min |
| Diesel | 30 min | 8 h | 1 h |

:warning Times are for new gloves at 23 °C. A warm hand halves them.

## Three rules

- Thin gloves are for splashes. Take them off when one was wet.
- Turn down the cuff.
- Wash before you take them off.

[product HP-4001]
---
Why no latex? | One in twenty becomes allergic to it.
How do I read EN 374? | Type A: six liquids for half an hour. Type B: three. Type C: one, ten minutes.
Do they age? | Five years in the box, in the dark.`,
  },
  oring: {
    title: 'O-rings: how to pick size and material',
    excerpt: 'Inner diameter, cord, hardness and what it swims in: four numbers on one bag.',
    text: `
Four numbers and one question. The numbers are on the drawing. The question is what the ring swims in.

## The size

Measure the groove, not the old ring: it has swollen. The ring is to be stretched by two percent in a groove, and pressed by 15 to 25.

## The material

| | Oil | Steam | Ozone | From, to |
| NBR | good | no | no | −30, 100 °C |
| EPDM | no | good | good | −50, 150 °C |
| FKM | good | no | good | −20, 200 °C |

:tip Grease it with what it can stand: no mineral grease on EPDM.

[product HP-5001]
---
Shore 70 or 90? | 70, unless the pressure is above 100 bar.
Can I glue a ring from cord? | For a cover that stands still, yes.`,
  },
} as const satisfies Record<string, PostText>
