/**
 * The words well-known leaked passwords are made of: common English choices, names, seasons, teams, and words close at
 * hand in this shop. Lowercase letters and digits, at least three characters.
 */
export const commonWords: readonly string[] = `
password passwort passw0rd passwd pass word admin administrator root user guest login welcome letmein
let me in open sesame secret changeme change default test testing tester temp temporary demo example sample
qwerty qwertz azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qwer qwert
abc abcd abcdef abc123 iloveyou love lover loveme loveyou ilove you baby babygirl babyboy angel angels princess prince queen king
monkey dragon tiger lion bear eagle wolf falcon shark dog doggy cat kitty kitten puppy horse pony bunny butterfly dolphin panda
football baseball basketball soccer hockey golf tennis yankees giants jets mets bills knicks rangers cowboys steelers packers
lakers bulls celtics redsox dodgers eagles patriots liverpool arsenal chelsea barcelona realmadrid manchester united
superman batman spiderman ironman pokemon pikachu naruto starwars matrix hello hellokitty kitty mickey minnie disney
master mustang ferrari porsche mercedes corvette camaro harley yamaha honda toyota jordan michael jennifer jessica
ashley amanda thomas robert daniel charlie george andrew joshua matthew anthony william james john david joseph
nicole michelle elizabeth samantha stephanie hannah sophie emma olivia maria anna sarah laura linda barbara
hunter killer shadow ninja pirate soldier maverick phoenix thunder lightning storm fire ice snow flower flowers
sunshine sunset sunrise summer winter spring autumn fall monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december
purple orange yellow green blue red black white silver gold golden rainbow banana apple cherry cookie chocolate candy
pepper ginger coffee cheese pizza chicken butter sugar honey peanut whiskey vodka beer
computer internet network server windows microsoft google facebook twitter instagram youtube samsung iphone android apple
access trustno1 trust freedom forever whatever nothing something anything everything lucky happy smile family friend friends
mother father mommy daddy brother sister money dollar rich boss player gamer hacker
jesus christ god heaven blessed faith hope grace church bible
america american newyork york brooklyn manhattan queens bronx buffalo albany catskill catskills hancock delaware usa texas california florida chicago boston dallas
correct battery staple correcthorsebatterystaple
cannabis marijuana weed ganja mary jane maryjane stoner kush indica sativa hybrid blunt dank smoke smoking high
legalize thc cbd fourtwenty bud buds green greens grass farm farmer farmgate branch branches river trout fishing flyfishing
barn gate garden harvest nature natural organic mountain mountains forest tree trees
the and for this that is are was my your our new old big little super best one two three four five six seven eight nine ten
rules rocks sucks man men girl boy lady
`
  .split(/\s+/)
  .filter((word) => word.length >= 3);
