import type { PostText } from './post-text.ts'

export const FLOW_TEXTS = {
  peristaltic: {
    title: 'Sizing a peristaltic pump in four steps',
    excerpt:
      'Flow, pressure, viscosity, tube life: the four numbers that pick the right peristaltic pump, with a worked example.',
    text: `
Pick the pump from the fluid, not from the catalogue page. Four numbers decide it: **flow, pressure, viscosity and tube life**. This guide walks through each one with a worked example from a dairy line in Cork.

## 1. Start from the flow you need

Write down the highest flow the process ever asks for, then add 20 percent. A pump that runs at 60 to 80 percent of its range keeps its tube three times longer than one that runs flat out.

For the line in our example, that is 12 litres a minute at peak, so we size for 15.

## 2. Add the pressure

Every metre of rise costs a tenth of a bar. Add the loss of the hose, then leave a margin for a filter that is due. For our line that is 1.2 bar of rise, 0.4 bar of hose and 0.3 bar of filter.

| Part of the line | Loss | How we know |
| Rise to the tank | 1.2 bar | 12 m, measured |
| Hose, 30 m | 0.4 bar | Table of the maker |
| Filter, half full | 0.3 bar | Last three services |

:warning Above 4 bar, choose reinforced tube. A plain one swells, and the flow you set is no longer the flow you get.

## 3. Look at viscosity

Thick fluids fill the tube slowly. Above 1,000 mPa·s go one size up and run slower. [How to read a pump curve](post:curve) shows where the curve bends.

## 4. Tube life

Between 800 and 2,000 hours is normal at 70 percent speed. Write the hours on the housing when you change it.

[product HP-3001]
---
How long does a pump tube last? | Between 800 and 2,000 hours at 70 percent speed.
Can I run it dry? | Yes, for short periods. See step 4.
Does it pulse? | Yes. A second rotor half a turn behind takes most of it away.
Which tube for solvents? | Fluoroelastomer, and half the usual life.
Can it measure doses? | Within two percent, if you calibrate it once a week.`,
  },
  gasket: {
    title: 'Choosing gasket material for steam',
    excerpt: 'Graphite, PTFE or spiral-wound: what holds at which pressure and temperature, and what a leak costs.',
    text: `
Steam finds every weakness of a flange. The choice is seldom between good and bad material, but between one that was chosen for today’s pressure and one that was chosen for the day the controller fails.

## What each material can do

| Material | Up to | Pressure | Note |
| Fibre, binder-free | 200 °C | 16 bar | Cheap, one use |
| Expanded graphite | 450 °C | 40 bar | Forgives old faces |
| PTFE, filled | 230 °C | 40 bar | Creeps when hot |
| Spiral-wound | 550 °C | 100 bar | Needs a flat face |

:note Saturated steam at 10 bar has 184 °C. Superheated steam of the same line may have 300.

## Old faces

A face with scratches deeper than 0.1 mm wants graphite. Spiral-wound gaskets hold only what they touch.

[product HP-5002]

## Tightening

Tighten crosswise in three rounds: 30, 60 and 100 percent. Again after the first heating, when the line is cold.
---
May I use a gasket twice? | No. It has taken the shape of the first faces.
Why does PTFE leak after a month? | It creeps under load when it is hot. Use a filled grade, and tighten again.
Is red fibre enough for 6 bar? | For condensate, yes. For steam, take graphite.`,
  },
  curve: {
    title: 'How to read a pump curve',
    excerpt:
      'Head, flow, power and efficiency on one sheet: which line to look at first, and what the shaded part means.',
    text: `
A pump curve looks like a page for engineers. It answers three plain questions: how much, how high, and at what cost.

## The first line: head over flow

The line that falls from left to right says how high the pump lifts at which flow. Where your pipe’s own curve crosses it, the pump will run. Nowhere else.

[picture waves: Four curves of one pump, each for another impeller: The same pump with four impellers]

## The second: efficiency

Each pump has one best point. Stay within 70 to 120 percent of its flow. Left of it the shaft bends, right of it the pump cavitates.

1. Mark the flow you need most of the day.
2. Go up to the line of your impeller.
3. Read the efficiency there. Below 60 percent, look for another pump.

## The third: NPSH

It says how much pressure the pump needs at its inlet. Compare it with what your tank offers, and leave a metre between them.

[product HP-3003]
---
What is shut-off head? | The height at which nothing flows any more. The line begins there.
Does a larger impeller always help? | It lifts higher, and takes power with the cube of the speed at its rim.
Where is viscosity? | Not on the sheet. Curves are drawn with water.
What do I do without a curve? | Ask the maker for it by the serial number.`,
  },
  hepa: {
    title: 'HEPA classes H13, H14 and U15',
    excerpt: 'What the letters and numbers promise, and which class a filling room needs.',
    text: `
The class says how many particles of the worst size pass. It does not say how long the filter lives, nor how much air it takes.

## The classes

| Class | Holds back | Lets pass, of a million |
| H13 | 99.95 % | 500 |
| H14 | 99.995 % | 50 |
| U15 | 99.9995 % | 5 |

## Which one for which room

[picture lattice::]

A filling room of grade C wants H13. Grade A wants H14 over the product itself, and proof of it each half year. U15 is for chips, not for pills.

:tip Test the frame, not only the fleece. Nine leaks in ten are at the seal.
---
How often should I change it? | When the pressure drop has doubled.
Can I wash it? | No.
Is H13 enough for solvents? | A HEPA filter holds particles, no vapours. Add charcoal.
What does U mean? | Ultra low penetration.
Who may test it? | Anybody with a counter and a calibration not older than a year.
What is the worst size? | About 0.15 µm: smaller ones drift into the fibres.`,
  },
  relief: {
    title: 'Setting a pressure relief valve',
    excerpt: 'Where to set it, how to prove it, and how to seal it so that the setting stays.',
    text: `
A relief valve is the last thing between a closed line and a burst one. It is set once, by one person, and then proved every year.

## Where to set it

Ten percent above the highest working pressure, and never above what the weakest part of the line may have. If both cannot be had, the line is wrong, not the valve.

- Read the plate of each vessel, hose and gauge.
- Take the lowest number.
- Set the valve to it, or below.

:warning Never block the outlet, not even for a test. The pipe behind it has to be as wide as the valve.

## How to prove it

Raise the pressure slowly. The valve has to open within three percent of its setting and close at no less than 90 percent of it. Write both down.

[product HP-2004]

## Seal it

Lead and wire. A seal that is broken without a note in the book is a finding in every audit.
---
Who may set it? | Whoever your company has named for it, in writing.
How often must it be tested? | Once a year, and after each time it has opened.`,
  },
  stainless: {
    title: 'Stainless 304, 316L and duplex',
    excerpt: 'Three steels, one question: how much chloride will they meet?',
    text: `
Stainless steel rusts. It takes chloride, warmth and a gap to do so, and most plants have all three somewhere.

## The difference

| Steel | Chromium | Molybdenum | Chloride up to |
| 304 | 18 % | none | 200 mg/l |
| 316L | 17 % | 2.1 % | 1,000 mg/l |
| Duplex 2205 | 22 % | 3.1 % | 5,000 mg/l |

Figures are for 25 °C. At 60 °C a third of them is left.

## When 304 is enough

Indoors, dry, with tap water. For food without salt. For frames and covers.

## When duplex pays

Brine, sea water, bleach. It has twice the strength, so a thinner wall does, and some of its price comes back.

> A tank that was bought twice was never cheap.

[product HP-2001]
---
What does the L mean? | Low carbon, so that welds do not rust beside the seam.
Is 316L magnetic? | Hardly, until it is bent.
May I mix them? | In dry places. In wet ones the lesser steel goes first.
How do I tell them apart? | With an analyser, or a drop test for molybdenum.
Does polishing help? | Yes: fewer gaps.
What about welding duplex? | By a welder who has a procedure for it.
Is duplex good for hot caustic? | Up to 80 °C.
And for cold? | Down to minus 40 °C.`,
  },
  cleaning: {
    title: 'Cleaning in place: five costly mistakes',
    excerpt:
      'Too slow, too cold, too short, too strong, and nobody looked: what we find when a line will not come clean.',
    text: `
Most lines that will not come clean have the right chemistry and the wrong plumbing.

## The five

1. **Too slow.** Below 1.5 metres a second the wall is rinsed, not cleaned.
2. **Too cold.** Fat melts at 45 °C. At 40 it moves from one place to the next.
3. **Too short.** Count from the moment the return is warm.
4. **Too strong.** Twice the caustic cleans no better, and eats the seals.
5. **Nobody looked.** Open one joint each month and look with a lamp.

:tip A dead leg longer than twice its width cannot be cleaned. Cut it off.

## What a rinse costs

| Mistake | What it costs a year |
| Ten minutes too long | 1,400 m³ of water |
| Ten degrees too warm | 90 MWh |
| Seals eaten | 40 hours of repair |

See [Stainless 304, 316L and duplex](post:stainless) for what the caustic meets on its way.
---
How do I know the speed? | Flow divided by the area of the pipe. 1.5 m/s in DN50 is 11 m³/h.
Is acid needed each time? | Once a week, unless your water is hard.
What about foam? | It means air. Look for it on the suction side.`,
  },
  bearing: {
    title: 'When to replace a ball bearing',
    excerpt: 'By hours, by sound or by temperature: three ways to know, and the one that costs nothing.',
    text: `
A bearing tells you for weeks that it will fail. Somebody has to listen.

## By temperature

Put your hand on the housing each Monday. If you cannot leave it there, it has more than 60 °C. Write it down; what matters is the change.

## By sound

A hum is fine. A rattle at each turn is a cage, a hiss is dry grease, a knock is a flat ball.

## By hours

The book says 20,000. Wet rooms halve it, and a belt that is too tight halves it again.

:note Change both bearings of a shaft, and the seal with them. The second stop costs more than the second bearing.

[product HP-5003]`,
  },
} as const satisfies Record<string, PostText>
