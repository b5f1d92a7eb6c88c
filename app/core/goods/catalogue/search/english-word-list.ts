/**
 * Lists 13,000 common English words of three to nine letters, without the forms that `isEnglishWord` derives.
 * Taken from SCOWL (Spell Checker Oriented Word Lists) 2020.12.07, its English and American lists of sizes 10, 20 and 35,
 * whose license asks for this notice:
 *
 * Copyright 2000-2011 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell these word lists, the
 * associated scripts, the output created from the scripts, and its documentation for any purpose is hereby granted
 * without fee, provided that the above copyright notice appears in all copies and that both that copyright notice and
 * this permission notice appear in supporting documentation. Kevin Atkinson makes no representations about the
 * suitability of this array for any purpose. It is provided "as is" without express or implied warranty.
 */
export const englishWordList = `
aardvark aback abacus abandon abate abbey abbot abdicate abdomen abdominal abduct abet abhor abhorrent abide ability
abject ablaze able ably abnormal aboard abode abolish abolition aborigine abort abortion abortive abound about above
abrasive abreast abridge abroad abrupt abscess abscond absence absent absentee absolute absolve absorb absorbent
abstain abstract abstruse absurd absurdity abundance abundant abuse abusers abusive abysmal abyss academic academy
accede accent accept access accessory accident acclaim acclimate accolade accompany accord accordion accost account
accredit accrue accuracy accurate accuse accusers accustom ace ache achieve acid acidity acne acorn acoustic acquaint
acquiesce acquire acquit acquittal acre acreage acrid acrimony acrobat acrobatic acronym across acrylic act action
activate active activist activity actor actress actual actuality actuary acumen acute adage adamant adapt adaptable
adaptive add addendum addict addiction addictive addition additive address addressee adept adequate adhere adherence
adherent adhesion adhesive adjacent adjective adjoin adjourn adjunct adjust admirable admirably admiral admire
admirers admission admit admonish ado adobe adopt adoption adorable adoration adore adorn adornment adrift adroit ads
adulation adult adultery adulthood advance advantage advent adventure adverb adverbial adversary adverse adversity
advert advertise advice advisable advise advisers advisor advisory advocate aerial aerosol aerospace aesthetic afar
affable affably affair affect affection affidavit affiliate affinity affirm affix afflict affluence affluent afford
affront afield aflame afloat afoot aforesaid afraid afresh after afterlife aftermath afternoon afterward again against
age agency agenda agent aggravate aggregate aggressor aghast agile agility agitate agitation agitator aglow agnostic
ago agonize agony agree agreeable agreeably agreement aground ahead ahoy aid aide ail ailment aim aimless air airborne
aircraft airfield airline airliners airmail airplane airport airstrip airtight airy aisle ajar akin alarm alarmist
alas albeit albino album alcohol alcoholic alcove ale alert alga algae algebra algebraic algorithm alias alibi alien
alienate alight align alignment alike alimony alive alkali alkaline all allay allege allegedly allegory allergic
allergy alleviate alley alliance allied allies alligator allocate allot allotment allow allowable allowance alloy
allude allure allusion allying almanac almighty almond almost alms aloft alone along alongside aloof aloud alpha
alphabet already also altar alter alterable alternate although altitude alto altruism aluminum always amass amateur
amaze amazement amazingly amber ambiance ambient ambiguity ambiguous ambition ambitious amble ambulance ambush amen
amenable amend amendment amenity amethyst amiable amiably amicable amicably amid amiss ammonia amnesia amnesty amoeba
amoebae amok among amoral amorous amorphous amount amp ampere ampersand amphibian ample amplify amplitude amputate
amulet amuse amusement amusingly anagram anal analgesic analog analogous analogue analogy analyses analysis analyst
analytic analyze anarchic anarchism anarchist anarchy anathema anatomy ancestor ancestral ancestry anchor anchorage
anchovy ancient and android anecdote anemia anemic anew angel angelic anger angle anglers angry angst anguish angular
animal animate animation animosity ankle annals annex annotate announce annoy annoyance annual annuity annul annulment
anoint anomalous anomaly anon anonymity anonymous anorak another answer ant anteater antelope antenna antennae anthem
anthill anthology anthrax antibody antic antidote antipathy antiquate antique antiquity antler antonym anus anvil
anxiety anxious any anybody anyhow anyone anyplace anything anyway anywhere aorta apart apartheid apartment apathetic
apathy ape aperture apex aphorism apiece aplomb apologize apology apostle appall apparatus apparel apparent appeal
appear appease append appendage appendix appetite appetizer applaud applause apple appliance applicant apply appoint
appointee apposite appraisal appraise apprehend approach approval approve apricot apron apt aptitude aquarium aquatic
aqueduct arable arbiter arbitrary arbitrate arbor arc arcade arcane arch archaic archers archery architect archive
archway ardent ardor arduous are area arena arguable arguably argue argument aria arid arise arisen ark arm armadillo
armament armchair armistice armor armory armpit army aroma aromatic arose around arouse arraign arrange array arrears
arrest arrival arrive arrogance arrogant arrow arsenal arsenic arson art arterial artery artful arthritic arthritis
artichoke article artifact artifice artillery artisan artist artistic artistry artwork asbestos ascend ascension
ascent ascertain ascetic ascribe asexual ash ashamed ashcan ashen ashore ashtray aside ask askance askew asleep
asparagus aspect aspen aspersion asphalt aspirant aspire aspirin ass assail assailant assassin assault assemble
assembly assent assert assertion assertive assess assessor asset assign assist assistant associate assort assume
assurance assure assureds asterisk asteroid asthma astonish astound astray astride astrology astronaut astronomy
astute asylum asymmetry atheism atheist atheistic athlete athletic atlas atom atomic atone atonement atrocious
atrocity attach attack attain attempt attend attendant attention attentive attest attic attire attitude attorney
attract attribute auburn auction audacious audacity audible audibly audience audio audit audition auditor auditory
augment august aunt aura aural austere austerity authentic author authority authorize auto autocracy autocrat
autograph automate automatic autonomy autopsy autumn autumnal auxiliary avail available avalanche avarice avenge
avenue average averse aversion avert aviation aviator avid avocado avoid avoidable avoidance avow avowal await awake
awaken award aware awareness away awe awesome awful awhile awkward awning awoke awoken awry axed axes axing axiom
axiomatic axis axle aye azalea azure babble babe baboon baby babyish bachelor back backbone backers backfire backhand
backings backlash backlog backpack backside backslash backspace backstage backtrack backward backwoods bacon bacteria
bacterial bacterium bad bade badge badgered badgering badgers badminton badness baffle bag bagel baggage baggy bail
bait bake bakers bakery balance balcony bald baldness bale balk ball ballad ballast ballerina ballet balloon ballot
ballroom balm balmy baloney bamboo bamboozle ban banal banana band bandage bandanna bandit bandstand bandwagon
bandwidth bandy bang bani banish banister banjo bank bankers banknote bankrupt banners banquet banter baptism baptize
bar barb barbarian barbaric barbarous barbecue barbered barbering barbers bard bare bareback barefoot bargain barge
baritone bark barley barman barn barnacle barnyard barometer baron baroque barrage barrel barren barrette barricade
barrier barrings barrister bartender barter base baseball baseline basement bash bashful basic basically basil basin
basis bask basket bass bassoon bastard baste bat batch bath bathe bathroom bathtub baton batsman battalion battered
battering batters battery battle baud bawdy bawl bay bayonet bayou bazaar beach beacon bead beady beagle beak beakers
beam bean bear bearable beard bearers bearings beast beat beaten beaters beautiful beautify beauty beaver became
because beckon become bed bedbug bedlam bedridden bedrock bedroom bedside bedspread bedtime bee beech beef beefy
beehive been beeper beers beeswax beet beetle beeves befall befallen befell befit before befriend beg began beggar
begin beginners begrudge beguile begun behalf behalves behave behavior behead beheld behind behold beige beings
belabor belated belch belfry belie belief believe believers belittle bell bellboy bellhop bellow belly belong beloved
below belt belying bemoan bemuse bench bend beneath benefit benighted benign bent bequeath bequest bereave bereft
beret berry berserk berth beseech beset beside besiege besought best bestial bestow bet beta betcha betray betrayal
betrothal bettered bettering betters bettor between beverage beware bewilder bewitch beyond bias bib bible biblical
bicker bicycle bid bidden bide biennial bifocals big bigamist bigamous bigamy bigot bigotry bike bikini bilateral bile
bilingual bill billboard billfold billiards billion billow bin binary bind binders bindings bingo binomial biography
biologist biology biped biplane birch bird birdcage birth birthday birthmark biscuit bisect bisexual bishop bison bit
bitch bite bitmap bitten bitterer bitterest bitterly bizarre blab black blackbird blacken blackhead blackjack
blacklist blackmail blackout blacktop bladder blade blame blameless blanch bland blank blanket blare blaspheme
blasphemy blast blatant blaze blazers bleach bleak bleary bleat bled bleed blemish blend bless blessings blew blight
blimp blind blindfold blindness blink blinkered blinkers blip bliss blissful blister blithe blitz blizzard blob bloc
block blockade blockage blockhead blog bloggers blond blonde blood bloodshed bloodshot bloody bloom blossom blot
blotch blotters blouse blow blown blowout blowtorch blubber bludgeon blue bluebell blueberry bluebird bluegrass
blueprint bluff blunder blunt bluntness blur blurb blurt blush bluster boa boar board boarders boardwalk boast
boastful boat bob bobbin bobcat bobsled bode bodice body bodyguard bodywork bog boggle bogus boil boilers bold
boldness bologna bolster bolt bomb bombard bombers bombings bond bondage bone bonfire bonnet bonus bony boo booby book
bookcase bookend bookings booklet bookmark bookshelf bookshop bookstore bookworm boom boomerang boon boor boorish
boost boosters boot bootee booth bootleg bootstrap booty booze bop border bore boredom boringly born borne borough
borrow bosom boss bossy botanical botanist botany botch both bothered bothering bothers bottle bottom bough bought
boulder boulevard bounce bound boundary boundless bountiful bounty bouquet bourbon bourgeois bout boutique bovine bow
bowel bowl bowlegged box boxcar boxers boy boycott boyfriend boyhood boyish bra brace bracelet bracket brackish brag
braggart braid brain brainless brainwash brainy braise brake bran branch brand brandish brandy brash brass brassiere
brassy brat bravado brave bravery bravo brawl brawn brawny bray brazen brazier breach bread breadth break breakable
breakdown breakfast breakneck breast breath breathe breathers bred breed breeders breeze breezy brethren brevity brew
brewery bribe bribery brick bridal bride bridge bridle brief briefcase brigade bright brighten brilliant brim
brimstone brine bring brink briny brisk bristle britches brittle broach broad broadcast broaden broadside brocade
broccoli brochure broil broilers broke broken brokered brokering brokers bronco bronze brooch brood brook broom broth
brotherly brothers brought brow browbeat brown brownie browse bruise brunch brunette brunt brush brusque brutal
brutality brute brutish bubble bubbly buck bucket buckle bud buddy budge budget buff buffalo buffered buffering
buffers buffet buffoon bug buggers buggy bugle buglers build builders buildings built bulb bulbous bulge bulk bulky
bull bulldog bulldoze bullet bulletin bullfight bullfrog bullion bully bum bumblebee bump bumpers bumpy bun bunch
bundle bung bungalow bungle bunglers bunion bunk bunkers bunny buoy buoyancy buoyant burble burden bureau burger
burglar burglary burgle burial burlap burly burn burners burnish burnt burp burr burro burrow bursar burst bury bus
bush bushel bushy business bust bustle busy busybody but butcher butchery butler butt butte buttercup buttered
butterfly buttering butters buttery buttock button buttress buxom buy buyers buzz buzzard buzzers bye bygone bypass
bystander byte byway cab cabaret cabbage cabin cabinet cable caboose cacao cache cackle cacti cactus caddie caddying
cadence cadet cafeteria caffeine cage cagey cagier cagiest cajole cake calamity calcium calculate calculi calculus
calendar calf caliber calibrate calico calk call callable callers callings callous callow callus calm calmness calorie
calve came camel cameo camera camp campaign campers campus can canal canary cancel cancer candid candidacy candidate
candle candor candy cane canine canister canker cannery cannibal cannon cannot canny canoe canon canonical canopy cant
canteen cantered cantering canters canvas canvasses canyon cap capable capably capacitor capacity cape capered
capering capers capillary capital caprice capsize capsule captain caption captivate captive captivity captor capture
car caramel carat caravan carbon carcass card cardboard cardiac cardigan cardinal care careered careering careers
carefree careful careless caress caretaker cargo caribou carnage carnal carnation carnival carnivore carol carouse
carp carpenter carpentry carpet carriage carriers carrion carrot carry cart cartel cartilage carton cartoon cartridge
cartwheel carve cascade case cash cashew cashier cashmere casings casino cask casket casserole cassette cast castaway
caste casters castigate castings castle castoff castrate casual casualty cat cataclysm catalog catapult cataract
catcall catch catchings catchment catchy catechism category catered caterer catering caters catfish cathedral catholic
catnap catnip cattle catwalk caucus caught caulk causal causality cause causeway caustic caution cautious cavalier
cavalry cave caveat cavern caviar cavity cavort caw cease ceasefire ceaseless cedar cede ceiling celebrate celebrity
celery celestial celibacy celibate cell cellar cellist cello cellular cellulose cement cemetery censor censure census
cent centered centering centers centipede central century ceramic cereal cerebral ceremony certain certainty certify
cervical cessation chafe chaff chagrin chain chainsaw chair chairman chairmen chalet chalice chalk chalky challenge
chamber chameleon champ champagne champion chance change channel chant chaos chaotic chap chapel chaperon chaplain
chapter char character charcoal charge chariot charisma charity charlatan charm chart chartered charters chase chasm
chassis chaste chasten chastise chastity chat chattered chatters chatty chauffeur cheap cheapen cheapness cheat check
checkers checkout checkup cheek cheep cheer cheerful cheery cheese cheetah chef chemical chemist chemistry cherish
cherry cherub cherubim chess chest chestnut chew chewy chic chick chicken chide chief chieftain child childhood
childish childlike children chili chill chilly chime chimney chimp chin china chink chintz chip chipmunk chippers
chirp chisel chivalry chlorine chocolate choice choir choke cholera choose choosy chop choppered choppers choppy
choral chord chore chortle chorus chose chosen chow chowder christen chrome chromium chronic chronicle chubby chuck
chuckle chug chum chummy chunk chunky church churn chute cider cigar cigarette cinch cinder cinema cinnamon cipher
circa circle circuit circuitry circular circulate circus cistern citation cite citizen citric citrus city civic civil
civilian civility civilize clack clad claim clam clamber clammy clamor clamp clan clang clank clap clappers claptrap
claret clarify clarinet clarity clash clasp class classic classical classify classmate classroom classy clatter clause
claw clay clean cleaners cleanlier cleanse cleansers clear clearance clearings clearness cleat cleavage cleave
cleavers clef cleft clemency clench clergy clergyman clergymen cleric clerical clerk clever click client cliff
climactic climate climax climb climbers clime clinch cling clinic clinical clink clip clipboard clippings clique
clitoris cloak clock clockwise clockwork clod clog cloister clone close closeness closet closure clot cloth clothe
cloud cloudy clout clove cloven clovers clown club clubhouse cluck clue clueless clump clumsy clung cluster clutch
clutter coach coagulate coal coalesce coalition coarse coarsen coast coastal coasters coastline coat coax cob cobalt
cobble cobblers cobra cobweb cocaine cock cockeyed cockpit cockroach cocktail cocky cocoa coconut cocoon cod code
coerce coercion coexist coffee coffer coffin cog cogency cogent cognac cognitive coherence coherent coil coin coinage
coincide coke colander cold coldness colic collage collapse collar collate collation colleague collect collector
college collide collie collision collusion colon colonel colonial colonize colony color coloreds colorful colorless
colossal colt column coma comb combat combatant combine come comeback comedian comedy comelier comeliest comet comfort
comic comical comings comma command commando commence commend comment commerce commit committee commodity commodore
common commotion communal commune communion communism communist community commute commuters compact companion company
compare compass compel compete competent compile compilers complain complaint complete complex compliant comply
component compose composers composite compost composure compound compress comprise compute computers comrade con
concave conceal concede conceit conceive concept concern concert concerto concise conclude concoct concord concourse
concrete concur condemn condense condiment condition condom condone condor conducive conduct conductor cone confer
confess confetti confidant confide confident configure confine confirm conflict conform confound confront confuse
confusion congeal congenial congest congress congruent conical conifer conjugal conjugate conjure connect connector
connote conquer conqueror conquest conscious consensus consent conserve consider consign consist console consonant
consort conspire constancy constant constrain constrict construct construe consul consular consulate consult consume
consumers contact contagion contain contempt contend content contest context continent continual continue continuum
contort contour contract contrary contrast contrite contrive control convene convent converge converse convert convex
convey convict convince convoy convulse coo cook cookbook cookie cool coolers coop cooperate cop cope copiers copious
coppers copulate copy copyright coral cord cordial cordless cordon corduroy core cork corkscrew corn cornea cornered
cornering corners cornet cornmeal corny corollary coronary coroner corporal corporate corps corpse corpulent corpus
corpuscle corral correct corrector correlate corridor corrode corrosion corrosive corrupt corsage corset cortex
cosmetic cosmic cosmology cosmonaut cosmos cost costings costlier costliest costume cot cottage cotton couch cougar
cough could council councilor counsel counselor count countable countdown countered counters countess countless
country county coup couple coupon courage courier course court courteous courtesy courtroom courtship courtyard cousin
cove covenant coverage covered covering covers covert covet covetous cow coward cowardice cowboy cowered cowering
cowers cowgirl cowhide cox coy coyote coziness cozy crab crabby crack crackers crackle crackpot cradle craft craftsman
craftsmen crafty crag craggy cram cramp cranberry crane cranium crank cranky crap crash crass crate cratered cratering
craters crave cravings crawl crayfish crayon craze craziness crazy creak creaky cream creamy crease create creation
creative creator creature credence credible credit creditor credulous creed creek creep creepy cremate cremation crepe
crept crescendo crescent crest cretin cretinous crevasse crevice crew crib cricket crime criminal crimson cringe
crinkle cripple crises crisis crisp crispy criteria criterion critic critical criticism criticize critique croak
crochet crock crockery crocodile crocus crofts crony crook crookeder croon crop croquet cross crossbow crossings
crossroad crosswalk crossword crotch crouch crow crowbar crowd crown crucial crucifix crucify crude crudity cruel
cruelty cruise cruisers crumb crumble crumblier crummy crumple crunch crunchy crusade crusaders crush crust crusty
crutch crux cry crybaby crypt cryptic crystal cub cube cubic cubicle cuckoo cucumber cuddle cuddly cue cuff cuisine
culinary cull culminate culpable culprit cult cultivate cultural culture cumming cums cunning cup cupboard cupful cur
curable curator curb curd curdle cure curfew curio curiosity curious curl currant currency current curricula curry
curse cursor cursory curt curtail curtain curtsy curvature curve cushion custard custodian custody custom customary
customers customize cut cutback cute cuticle cutlery cutlet cutters cutthroat cuttings cyanide cycle cyclic cyclist
cyclone cylinder cymbal cynic cynical cynicism cypress cyst czar dab dabble dachshund dad daddy daemon daffodil daft
dagger dailies dainty dairy dais daisy dally dam damage dame damn damnation damnedest damp dampen dampness damsel
dance dancers dandelion dandruff dandy danger dangerous dangle dank dapper dare daredevil dark darken darkness darling
darn dart dash dashboard dastardly data database date datum daub daughter daunt dauntless dawdle dawn day daybreak
daydream daylight daytime daze dazzle deacon dead deaden deadlier deadliest deadline deadlock deaf deafness deal
dealers dealings dealt dean dear dearth death deathbed deaves debase debatable debate debility debit debonair debrief
debris debt debtor debug debunk debut decade decadence decadent decanter decay decease deceit deceitful deceive
decency decent deception deceptive decibel decide decidedly deciduous decimal decimate decipher decision decisive deck
declare decline decode decompose decorate decorator decorous decorum decoy decrease decree decrepit decry dedicate
deduce deduct deduction deductive deed deem deep deepen deer deface defame default defeat defeatist defecate defect
defective defend defendant defenders defense defensive defer deference defiance defiant deficient deficit defile
definable define definite deflate deflation deflect deform deformity defraud defrost deft defunct defy degrade degree
dehydrate deify deign deity deject dejection delay delegate delete deletion deli delicacy delicate delicious delight
delimit delirious delirium deliver delivery delta delude deluge delusion deluxe delve demagogue demand demean demeanor
demented dementia demerit demise democracy democrat demolish demon demote demotion demount demure den denial denigrate
denim denote denounce dense density dent dental dentist dentistry deny deodorant deodorize depart departure depend
dependent depict depiction deplete deplore deport depose deposit depot deprave depravity deprecate depress deprive
depth deputy derail derange derelict deride derision derive derrick descend descent describe desecrate desert
deserters deserve design designate designers desirable desire desirous desist desk desktop desolate despair desperate
despise despite despot despotic dessert destine destiny destitute destroy detach detail detain detect detection
detective detector detention deter detergent determine deterrent detest dethrone detonate detonator detour detract
detriment devalue devastate develop deviant deviate deviation device devil devious devise devoid devolve devote
devotee devotion devour devout dew dexterity dexterous diabetes diabetic diagnose diagnosis diagonal diagram dial
dialect dialings dialog dialogue diameter diamond diaper diaphragm diarrhea diary diatribe dice dictate dictation
dictator diction did die diesel diet dietary differ different difficult diffuse diffusion dig digested digesting
digestion digestive digests digit digital digitize dignify dignitary dignity digress dike dilate dilation dilemma
diligence diligent dill dilute dilution dim dime dimension diminish dimple din dine diners dinghy dingy dinnered
dinnering dinners dinosaur diocese dioxide dip diphthong diploma diplomacy diplomat diplomata dire direct direction
directive director directory dirge dirt dirty disable disagree disallow disappear disarm disarray disaster disavow
disband disbelief disburse disc discard discern discharge disciple disclaim disclose disco discolor discord discount
discourse discover discovery discredit discreet discrete discus discusses disdain disease disembark disengage disfavor
disfigure disgrace disguise disgust dish dishonest dishonor disinfect disjoint disk dislike dislocate dislodge
disloyal dismal dismantle dismay dismember dismiss dismissal dismount disobey disorder disown disparage disparate
disparity dispatch dispel dispense dispersal disperse displace display displease disposal dispose disprove dispute
disquiet disregard disrepair disrepute disrupt dissect dissent dissident dissipate dissolute dissolve dissuade
distance distant distaste distend distill distinct distort distract distress district distrust disturb disuse ditch
dither ditto ditty dive diverge divergent divers diverse diversify diversion diversity divert divested divesting
divests divide dividend divine divinity divisible division divisive divisor divorce divulge dizziness dizzy docile
dock doctor doctorate doctrine document dodge dodo doe doers dog doggedly doggerel doghouse dogma dogmatic dogwood
doily doldrums dole doleful doll dollar dollies dolphin domain dome domestic domicile dominance dominant dominate
dominion domino don donate donation done donkey donor doodle doom door doorman doormen doorstep doorway dope dopey
dopier dopiest dormant dormitory dorsal dos dose dot dote double doubly doubt doubtful doubtless dough doughnut dour
douse dove dowdy down downcast downfall downgrade downhill downpour downright downtown downward downy dowry doze dozen
drab draconian draft draftsman draftsmen drafty drag dragon dragonfly drain drainage drama dramatic dramatist
dramatize drank drape drapery drastic draw drawback drawers drawings drawl drawn dread dreadful dream dreamers dreamy
dreary dredge dregs drench dress dressers dressings dressy drew dribble driers drift driftwood drill drink drinkable
drinkers drip drive drivel driven drivers driveway drizzle droll drone drool droop drop dropout droppings dross
drought drove drown drowse drowsy drudge drudgery drug druggist drugstore drum drummers drumstick drunk drunkard
drunken dry dryers dryness dual dualism dub dubious duchess duck duckling duct dud dude due duel duet duff dug dugout
duke dull dullness dully dumb dumbbell dumbfound dummy dump dumpling dumpster dumpy dunce dune dung dungeon dunk dunno
duo dupe duplex duplicate duplicity durable duration duress during dusk dusky dust dustbin dustmen dustpan dusty
dutiful duty duvet dwarf dwell dwellers dwellings dwelt dwindle dye dynamic dynamical dynamite dynamo dynasty
dysentery dyslexia each eager eagerness eagle ear earache eardrum earl earlier earliest earmark earn earners earnestly
earnests earnings earrings earshot earth earthlier earthworm earthy ease easel east easterly eastern eastward easy
easygoing eat eaten eave eavesdrop ebb ebony eccentric echo eclectic eclipse ecologist ecology economic economist
economize economy ecosystem ecstasy ecstatic eczema eddy edge edgewise edgy edible edict edifice edit edition editor
editorial educate education educator eel eerie effect effective effectual efficient effigy effort effusive egg
eggplant ego egoism egotism egotist eight eighteen eighth eightieth eighty either ejaculate eject ejection eke
elaborate elapse elastic elation elbow elder eldest elect election elective elector electoral electric electrify
electrode electron elegance elegant elegy element elemental elephant elevate elevation elevator eleven eleventh elicit
eligible eliminate elite elitism elitist elk ellipse ellipsis elliptic elm elongate elope elopement eloquence eloquent
else elsewhere elucidate elude elusive elves email emanate embalm embargo embark embarrass embassy embed embellish
ember embezzle embitter emblem embody emboss embrace embroider embryo embryonic emerald emerge emergence emergency
emergent emigrant emigrate eminence eminent emir emissary emission emit emotion emotional emotive empathy emperor
emphases emphasis emphasize emphatic emphysema empire empirical employ employee employers emporium empower empress
emptiness empty emulate emulation emulator emulsion enable enact enactment enamel encase enchant encircle enclose
enclosure encode encompass encore encounter encourage encroach encrypted encumber end endanger endear endeavor endemic
endings endive endless endorse endow endowment endurance endure endways enema enemy energetic energy enforce engage
engender engine engineers engrave engravers engross engulf enhance enigma enigmatic enjoy enjoyable enjoyment enlarge
enlighten enlist enliven enmity enormity enormous enough enrage enrich enroll ensemble enshrine ensign enslave ensue
ensure entail entangle enter entertain enthrall entice entire entirety entitle entity entrails entrance entrant entrap
entreat entreaty entrench entropy entrust entry entwine enumerate enunciate envelop envelope enviable envious environs
envisage envoy envy enzyme eon epaulet ephemeral epic epidemic epidermis epilepsy epileptic epilogue episode epitaph
epithet epitome epoch epsilon equal equality equalize equate equation equator equine equinox equip equipment equitable
equity equivocal era eradicate erase erasers erasure erect erection ergo ergonomic erode erosion erotic err errand
errant erratic erroneous error erstwhile erudite erupt eruption escalate escalator escapade escape escapism escort
esophagi esophagus esoteric especial espionage essay essence essential establish estate esteem estimate etch etchings
eternal eternity ether ethereal ethic ethical ethnic ethos etiquette etymology eulogize eulogy euphemism eureka
evacuate evade evaluate evaporate evasion evasive eve even evenings evenness event eventful eventual evergreen
evermore every everybody everyday everyone evict eviction evidence evident evil evocative evoke evolution evolve ewe
exact exalt exam examine examiners example excavate exceed excel excellent except exception excerpt excess excessive
exchange excise excitable excite exclaim exclude exclusion exclusive excrement excrete excursion excusable excuse
execute execution executive executor exemplary exemplify exempt exemption exercise exert exertion exhale exhaust
exhibit exhort exhume exile exist existence existent exit exodus exonerate exotic expand expanse expansion expansive
expect expectant expedient expedite expel expend expense expensive expert expertise expire expiry explain expletive
explicit explode exploit explore explorers explosion explosive exponent export exporters expose exposure expound
express expulsion exquisite extant extend extension extensive extent exterior external extinct extol extort extortion
extra extract extradite extreme extremist extremity extricate extrovert exuberant exude exult exultant eye eyeball
eyebrow eyelash eyelid eyesight eyesore fable fabric fabricate fabulous facade face faceless facet facetious facial
facile facility facsimile fact faction factor factorial factory factual faculty fad fade faggot fagot fail failings
failure faint fair fairness fairy faith faithful faithless fake falcon fall fallacy fallen fallible fallout false
falsehood falsetto falsify falsity falter fame familiar family famine famous fan fanatic fanatical fanciful fancy
fanfare fang fantastic fantasy far faraway farce fare farewell farm farmers farmland farther farthest fascinate
fascism fascist fashion fast fasten fasteners fat fatal fatality fate fateful father fathom fatigue fatten fatty
fatuous faucet fault faultless faulty fauna favor favorable favorably favorite fawn faze fear fearful fearless
fearsome feasible feast feat feather feathery feature feces fed federal fee feeble feedback feeder feeding feeds feel
feelers feelings feet feign feint feline fell fellow felon felony felt female feminine feminism feminist fen fence
fend fenders ferment fern ferocious ferocity ferret ferry fertile fertility fertilize fervent fervor fester festival
festive festivity festoon fetch feted fetid feting fetish fetter fetus feud feudal feudalism fever feverish few fez
fezzes fiasco fib fibbers fibers fiche fickle fiction fictional fiddle fiddlers fiddly fidelity fidget fidgety field
fiend fiendish fierce fiery fiesta fifteen fifteenth fifth fiftieth fifty fig fight fighters figment figure filament
filch file filet fill fillet fillies film filmy filter filth filthy fin final finale finalist finality finalize
finance financial financier finch find findings fine finesse finger fingertip finicky finish finite fir fire firearm
firefly fireman firemen fireplace fireproof fireside firewood firework firm firmness firmware first firsthand fiscal
fish fisherman fishermen fishery fishy fission fissure fist fit fitful fitness fittings five fix fixable fixation
fixture fizz fizzle fizzy flabby flag flagpole flagrant flagship flagstone flail flair flak flake flaky flame flamingo
flammable flank flannel flap flapjack flare flash flashback flashy flask flat flatness flatten flattered flatterer
flatters flattery flaunt flavor flaw flawless flea fleck fled fledged fledgling flee fleece fleecy fleet flesh fleshy
flew flex flexible flexibly flick flickered flickers fliers flight flighty flimsy flinch fling flint flip flippant
flippers flirt flit float flock flog flood floor flop floppy flora floral florid florist floss flotilla flounce
flounder flour flourish flout flow flowered flowering flowers flowery flown flu fluctuate flue fluency fluent fluff
fluffy fluid fluke flung flunk flunky flurry flush fluster flute flutist flutter flux fly flyover foal foam foamy
focal focus fodder foe fog foggy foghorn fogy foible foil foist fold folders foliage folk folklore folksy follow
followers folly foment fond fondle fondness font food foodstuff fool foolhardy foolish foolproof foot footage football
foothill foothold footings footnote footpath footprint footstep footstool footwear footwork for forage foray forbade
forbear forbid forbidden forbore forborne force forceful forceps forcible forcibly ford fore forearm forebode forecast
forefront forego foregone forehead foreign foreleg foreman foremen foremost forensic foreplay foresaw foresee foreseen
foresight foreskin forestall forested foresting forestry forests foretaste foretell foretold forever forewarn forewent
foreword forfeit forgave forge forgers forgery forget forgetful forgive forgiven forgo forgone forgot forgotten fork
forlorn form formal formality formalize format formation formative formerly formless formula formulae formulate
forsake forsaken forsook forswear forswore forsworn fort forte forth forthwith fortieth fortify fortitude fortnight
fortress fortunate fortune forty forum forward forwent fossil fossilize foster fought foul found foundered founders
foundling foundry fount fountain four fourteen fourth fowl fox foxy foyer fracas fractal fraction fracture fragile
fragility fragment fragrance fragrant frail frailty frame framework franc franchise frank frantic fraternal fraud
fraught fray freak freckle free freedom freehand freelance freeway freeze freezers freight french frenzy frequency
frequent fresh freshen freshman freshmen freshness fret fretful friar friction friend frieze frigate fright frighten
frightful frigid frigidity frill frilly fringe frisk frisky fritter frivolity frivolous frizzy fro frock frog frolic
frolicked from frond front frontage frontal frontier frost frostbit frostbite frostings frosty froth frothy frown
froze frozen frugal frugality fruit fruitful fruition fruitless fruity frustrate fry fudge fuel fugitive fulcrum
fulfill full fullness fully fumble fume fumigate fun function fund funeral fungi fungicide fungus funnel funny fur
furious furl furlong furlough furnace furnish furniture furor furrow furry further furthest furtive fury fuse fuselage
fusion fuss fussy futile futility future fuzz fuzzy gab gable gadget gag gaiety gain gainful gait gal gala galactic
galaxy gale gall gallant gallantry gallery galley gallivant gallon gallop gallows galore galvanize gambit gamble
gamblers game gamma gamut gander gang gangling gangplank gangrene gangster gangway gap gape garage garb garbage garble
garden gardeners gardenia gargle gargoyle garish garland garlic garment garnet garnish garret garrison garrulous
garter gas gaseous gash gasket gasoline gasp gastric gate gateway gather gaudy gauge gaunt gauntlet gauze gave gavel
gawk gawky gay gaze gazelle gazette gear gee geese gel gelatin geld geldings gem gender gene genealogy genera general
generate generator generic generous geneses genesis genetic genial genie genii genital genius genocide genre gent
gentile gentility gentle gentleman gentlemen gentry genuine genus geography geologist geology geometric geometry
geranium gerbil germ germicide germinate gestation gesture get getaway geyser ghastly ghetto ghost ghostlier ghoul
giant gibber gibberish gibe giddiness giddy gift gig gigantic giggle gild gill gilt gimme gimmick gin ginger gingham
giraffe girder girdle girl girlhood girlish girth gist give given gizzard glacial glacier glad gladden glade gladiator
glamorize glamorous glamour glance gland glandular glare glass glassware glassy glaze gleam glean glee glen glib glide
gliders glimmer glimpse glint glisten glitter gloat global globe globular globule gloom gloomy glorify glorious glory
gloss glossary glossy glove glow glowered glowering glowers glucose glue glum glut glutton gluttony glycerin gnarl
gnash gnat gnaw gnome gnu goad goal goalie goat goatee gob gobble goblet goblin god godchild goddess godfather godless
godlier godliest godlike godmother godparent godsend goes goggle going gold golden goldfish goldsmith golf golfers
gondola gone goners gong gonna goo good goodbye goodness goodnight goodwill goody gooey goof goofy gooier gooiest goon
goose gopher gore gorge gorgeous gorilla gory gosh gosling gospel gossamer gossip got gotten gouge goulash gourd
gourmet gout govern governess governor gown grab grace graceful graceless gracious gradation grade gradient gradual
graduate graffiti graffito graft grain gram grammar grand grandeur grandiose grandson granite granny granola grant
granular granule grape grapevine graph graphic graphical graphite grapple grasp grass grassy grate grateful graters
gratify gratings gratitude gratuity grave gravel graven graveyard gravitate gravity gravy gray graze grease greasy
great greatness greed greedy green greenback greenery greenhorn greet greetings gremlin grenade grew greyhound grid
griddle gridiron grief grievance grieve grievous grill grille grim grimace grime grimy grin grind grinders grip gripe
grisly gristle grit gritty grizzled grizzly groan grocer grocery groggy groin groom groove groovy grope gross
grotesque grotto grouch grouchy ground group groupers groupings grouse grove grovel grow growers growl grown growth
grub grubby grudge gruel gruesome gruff grumble grumpy grunt guarantee guarantor guard guardian guerrilla guess
guessable guesswork guest guffaw guidance guide guidebook guideline guild guile guilt guiltless guilty guinea guise
guitar guitarist gulch gulf gull gullet gullible gully gulp gum gumdrop gummy gumption gun gunfire gunman gunmen
gunners gunpowder gunshot guppy gurgle guru gush gushers gust gusty gut guttered guttering gutters guy guzzle gym
gymnasium gymnast gyrate gyration gyroscope habit habitable habitat habitual hack hackers hackney hacksaw had haddock
hag haggard haggle hail hailstone hair haircut hairdo hairline hairy hale half halfway halibut hall hallmark hallway
halo halon halt haltered haltering halters halve ham hamburger hamlet hammered hammering hammers hammock hamper
hamster hamstring hamstrung hand handbag handbook handcuff handful handicap handiwork handle handlebar handlers
handmade handout handrail handshake handsome handy hang hangar hangers hangings hangout hangover hanker haphazard
hapless happen happiness happy harangue harass harbor hard hardback harden hardliner hardship hardware hardwood hardy
hare harem hark harlot harm harmful harmless harmonic harmonica harmonize harmony harness harp harpist harpoon harrow
harry harsh harshness hart harvest has hash hassle haste hasten hasty hat hatch hatchet hate hateful hatred haughty
haul haunt have haven havoc hawk hay haystack haywire hazard hazardous haze hazel hazy head headache headers headfirst
headings headland headlight headline headlong headphone headrest headroom headstone headway heady heal healers health
healthful healthy heap hear heard hearings hearsay hearse heart heartache heartbeat heartburn hearten heartfelt hearth
heartless hearty heat heatedly heaters heath heathen heave heaven heaviness heavy heckle hecklers hectic hedge
hedgehog heed heedless heel hefty heifer height heighten heinous heir heirloom held heliport helium hell hellish hello
helm helmet help helpers helpful helpings helpless hem hemlock hemp hen hence henchman henchmen hepatitis her herald
herb herd here hereafter hereby heredity herein heresy heretic heretical herewith heritage hermit hernia hero heroic
heroin heroine heroism heron herpes herrings herself hes hesitancy hesitant hesitate heuristic hew hexagon hexagonal
hey heyday hiatus hibernate hiccup hick hickory hid hidden hide hideaway hideous hierarchy high highbrow highland
highlight highway hijack hike hikers hilarious hilarity hill hillbilly hillside hilly hilt him himself hind hindered
hindering hinders hindrance hindsight hinge hint hip hippie hippy hire his hisses histogram historian historic history
hit hitch hitchhike hither hitherto hive hoard hoarders hoarse hoax hobbit hobble hobby hobgoblin hobnob hobo hock
hockey hoe hog hoist hold holders holdup hole holiday holier holiest holiness holler hollies hollow holocaust holster
homage home homeland homeless homelier homeliest homemade homesick homespun homestead homeward homework homey
homicidal homicide homier homiest homonym hone honester honestest honestly honesty honey honeycomb honeymoon honk
honor honorable honorary hood hoodlum hoodwink hoof hook hoop hooray hoot hooves hop hope hopeful hopeless hopscotch
horde horizon hormone horn hornet horny horoscope horrible horribly horrid horrific horrify horror horse horseback
horseman horseplay horseshoe hose hosiery hospital host hostage hostel hostess hostile hostility hot hotbed hotel
hothead hound hour hourglass house houseboat household housewife housework housings hove hovel hovered hovering hovers
how however howl hub hubbub huddle hue huff huffy hug huge huh hulk hull hum human humane humanism humanist humanity
humanize humble humbly humbug humdrum humid humidify humidity humiliate humility humor humorist humorous hump hunch
hunchback hundred hundredth hung hungered hungering hungers hungry hunk hunt hunters hurdle hurl hurrah hurricane
hurriedly hurry hurt hurtful hurtle husband hush husk huskiness husky hustle hustlers hut hutch hyacinth hybrid
hydrant hydraulic hydrogen hyena hygiene hygienic hymn hymnal hyperbole hyphen hyphenate hypnosis hypnotic hypnotism
hypnotist hypnotize hypocrisy hypocrite hysteria hysteric ice iceberg icicle icings icon icy idea ideal idealist
idealize identical identify identity ideology idiocy idiom idiomatic idiot idiotic idle idly idol idolize idyllic ifs
igloo ignite ignition ignorance ignorant ignore iguana ill illegal illegible illegibly illicit illness illogical
illusion illusory image imagery imaginary imagine imbalance imbecile imitate imitation imitative imitator immature
immediate immense immensity immerse immersion immigrant immigrate imminent immobile immoral immortal immovable immune
immunity immunize imp impact impair impale impart impartial impasse impassive impatient impeach impedance impede impel
impend imperfect imperial imperil impetuous impetus impinge impish implant implement implicate implicit implied
implies implore implying impolite import important impose impostor impotence impotent impound imprecise impress
imprint imprison impromptu improper improve improvise impudence impudent impulse impulsive impunity impure impurity
inability inaction inactive inane inanimate inasmuch inaudible inaugural inborn inbred inbreed inbuilt incapable
incarnate incense incentive inception incessant incest inch incidence incident incision incisive incisor incite
incline include inclusion inclusive incognito income incorrect increase increment incubate incubator incumbent incur
incurable indebted indecency indecent indeed indelible indelibly indent index indicate indicator indices indict
indignant indignity indigo indirect indolence indolent indoor induce induct induction indulge indulgent industry
inedible inelegant inept inert inertia inertial inexact infamous infamy infancy infant infantile infantry infect
infection infer inference inferior inferno infertile infest infidel infield infinite infinity infirm infirmary
infirmity infix inflame inflate inflation inflict influence influenza influx info inform informal informant informers
infrared infringe infuriate infuse infusion ingenious ingenuity ingest ingrain inhabit inhale inhalers inherent
inherit inhibit inhuman inhumane initial initiate initiator inject injection injure injurious injury injustice ink
inkling inky inlaid inland inlay inlet inmate inn innards innate innermost innings innkeeper innocence innocent
innocuous innuendo inoculate input inquest inquire inquiry ins insane insanity inscribe insect insecure insert
insertion inside insiders insidious insight insignia insincere insinuate insipid insist insistent insofar insolence
insolent insoluble insolvent insomnia inspect inspector inspire install instance instant instead instep instigate
instill instinct institute instruct insular insulate insulator insulin insult insurance insure insurers insurgent
intact intake integer integral integrate integrity intellect intend intense intensify intensity intensive intent
intention inter interact intercede intercept intercom interests interface interfere interim interior interject
interlock interlude interment intern internal internet interplay interpose interpret interrupt intersect interval
intervene interview interwove intestine intimacy intimate into intrepid intricacy intricate intrigue intrinsic
introduce introvert intrude intruders intrusion intrusive intuition intuitive inundate invade invaders invalid
invariant invasion invective invent invention inventive inventor inventory inverse inversion invert invest investor
invisible invisibly invite invoice invoke involve inward iodine ion iota irascible irate iris irk iron ironic irony
irradiate irregular irrigate irritable irritably irritant irritate island islanders isle isolate isolation issue
isthmus italic italicize itch itchy item itemize iterate iteration iterative itinerant itinerary its itself ivory ivy
jab jabbered jabbering jabbers jack jackal jackass jackdaw jacket jackknife jackpot jade jagged jaguar jail jailers
jalopy jam jamb jamboree jangle janitor jar jargon jaundice jaunt jaunty javelin jaw jawbone jay jaywalk jazz jealous
jealousy jeans jeer jell jelly jellyfish jeopardy jerk jerky jersey jest jesters jet jettison jetty jewel jewelers
jewelry jibe jiffy jig jiggle jigsaw jilt jingle jinx jitters jittery job jockey jocular jog joggers join joint joke
jokers jolly jolt jostle jot journal journey jovial joy joyful joyous joystick jubilant jubilee judge judgment
judicial judiciary judicious judo jug juggle jugglers jugular juice juicy jumble jumbo jump jumpers jumpy junction
juncture jungle junior juniper junk junket junkie junta juror jury just justice justify jut jute juvenile juxtapose
kangaroo karat karate kayak keel keen keep keepers keepsake keg kelp ken kennel kept kerchief kernel kerosene ketchup
kettle key keyboard keyhole keynote keystone keystroke keyword khaki kick kickback kickoff kid kidnap kidney kill
killers killings kiln kilo kilobyte kilogram kilometer kilowatt kilt kimono kind kinda kindle kindlier kindliest
kindness kindred kinfolk king kingdom kink kinky kinship kiosk kipper kiss kit kitchen kite kitten kitty kiwi knack
knapsack knead knee kneecap kneel knelt knew knickers knife knight knit knives knob knock knockers knockout knoll knot
knotty know knowingly knowings knowledge known knuckle koala kosher kowtow kudos lab label labor laborers laborious
labyrinth lace lacerate lack lacquer lacrosse lacy lad laddered laddering ladders lade laden ladle lady ladybug
ladylike lag laggard lagoon laid lain lair lake lamb lambda lame lament lamp lampoon lance land landings landlady
landlord landmark landowner landscape landslid landslide lane language languid languish languor lanky lantern lap
lapel lapse larceny lard large lark larva larvae larynges larynx laser lash lass last latch late latent lateral latex
lath lathe lathered lathering lathers latitude latrine latter lattice laud laudable laugh laughable laughter launch
launchers launder laundry laureate laurel lava lavatory lavender lavish law lawful lawless lawmaker lawn lawsuit
lawyer lax laxative laxity lay layered layering layers layman laymen layout laziness lazy leach lead leaden leaders
leaf leaflet leafy league leak leakage leaky lean leap leapfrog leapt learn lease leash least leather leathery leave
lectern lecture lecturers led ledge ledgers lee leech leek leered leering leers leery leeway left leftmost leg legacy
legal legality legalize legend legendary leggings legible legibly legion legislate legume leisure lemme lemon lemonade
lend length lengthen lengthy leniency lenient lens lent lentil leopard leotard leper leprosy lesbian lesion less
lessen lesson lest let letdown lethal lethargic lethargy lettered lettering letters lettuce letup leukemia levee level
lever leverage levity levy lewd lexical lexicon liability liable liaison liar libel libelous liberal liberate liberty
librarian library libretto lice license lichen lick licorice lid lie lieu life lifeboat lifeforms lifeguard lifeless
lifelike lifeline lifelong lifespan lifestyle lifetime lift ligament ligature light lighten lighters lightness
lightning likable like likelier likeliest liken likeness likewise lilac lilies lilt limb limbered limbering limbers
limbo lime limelight limerick limestone limit limitless limousine limp linchpin line lineage linear linefeed linen
liners linger lingerie lingo linguist liniment linings link linkage linoleum lint lion lioness lip lipstick liquefy
liqueur liquid liquidate liquor lisp list listen listeners listings listless lit litany literacy literal literary
literate liters lithe lithium litterbug littered littering litters little liturgy livable live livelier liveliest
liven livers livestock livid livings lizard llama load loadable loaf loafers loam loan loath loathe loathings
loathsome loaves lob lobby lobbyist lobe lobotomy lobster local locale locality localize locate location lock lockers
locket locksmith locust lodge lodgers lodgings loft loftiness lofty log logarithm logic logical logician logo loin
loincloth loiter loiterers loll lollipop lone lonelier loneliest lonesome long longevity longhand longings longish
longitude look lookout loom loon loonie loony loop loophole loose loosen loot lop lope lopsided lord lore lorry lose
losers loss lost lot lotion lottery lotus loud loudness lounge louse lousy lovable love lovelier lovelies loveliest
lovers lovingly low lowdown lowered lowering lowers lowlier lowliest loyal loyalty lozenge lubricant lubricate lucid
luck lucky lucrative ludicrous lug luggage lukewarm lull lullaby lumber luminary luminous lump lumpy lunacy lunar
lunatic lunch luncheon lunchtime lung lunge lupine lurch lure lurid lurk luscious lush lust lustrous lusty lute
luxuriant luxuriate luxurious luxury lye lymph lymphatic lynch lyre lyric lyrical macabre macaroni mace machete
machine machinery machinist macho mackerel mad madam madame madcap madden made madhouse madman madmen madness
maelstrom magazine magenta maggot magic magical magician magnate magnesium magnet magnetic magnetism magnetize magnify
magnitude magnolia magnum magpie mahogany maid maiden mail mailbox mailman mailmen maim main mainframe mainland
mainline mainstay maintain maize majestic majesty major majority make makers makeshift makeup malady malaria male
malformed malice malicious malign malignant mall mallard malleable mallet malt maltreat mama mamma mammal mammalian
mammoth man manacle manage managers mandate mandatory mandible mandolin mane maneuver mange mangers mangle mango
mangrove mangy manhandle manhole manhood mania maniac maniacal manic manicure manifest manifesto manifold mankind
manlier manliest manliness mannequin mannerism manners mannish manor manpower mansion mantel mantle manual manure many
map maple mappings mar marathon marble march mare margarine margin marginal maria marigold marijuana marina marinate
marine mariners marital maritime mark markedly markers market markings marksman marksmen marmalade maroon marquee
marriage marrow marry marsh marshal marshy marsupial mart martial martin martyr martyrdom marvel marvelous mas mascara
mascot masculine mash mask masochist mason masonry massacre massage masses massive mast mastered masterful mastering
masterly masters mastery masticate mat matador match matchbook matchless mate material maternal maternity math
matriarch matrices matrimony matrix matron matte mattered mattering matters mattress mature maturity maudlin maul
mausoleum mauve maverick maxim maxima maximal maximize maximum may maybe mayhem mayor maze meadow meager meal mealy
mean meander meanings meant meantime meanwhile measles measly measure meat mechanic mechanism mechanize medal
medallion meddle meddlers media median mediate mediation mediator medical medicate medicinal medicine medieval
mediocre meditate medium medley meek meekness meet meetings megabyte megaphone megaton mellow melodic melodious
melodrama melody melon melt member membrane memento memo memoir memorable memorably memorial memorize memory men
menace menagerie mend menial menopause menstrual mental mentality menthol mention mentor menu meow mercenary merchant
merciful merciless mercury mercy mere merge mergers meridian meringue merit mermaid merriment merry mes mesdames mesh
message messenger messes messy met metabolic metal metallic metaphor mete meteor meteoric meteorite metered metering
meters method metric metro mettle mew mezzanine mice microbe microcode microfilm microwave midday middle middleman
middlemen midget midnight midriff midst midstream midsummer midway midwife midwives mien might mighty migraine migrant
migrate migration migratory mike mild mildew mile mileage milestone militancy militant military militate militia milk
milkman milkmen milky mill millers milligram milliner millinery million millionth mime mimic mimicked mimicking
mimicry mince mincemeat mind mindful mindless mine minefield mineral miners mingle miniature minibus minimal minimize
minimum minion minister ministry mink minnow minor minority minstrel mint minuet minus minuscule minute miracle mirage
mire mirror mirth misbehave miscarry mischief misdeed misdirect miser miserable miserably misery misfit misgiving
misguide mishap misinform misjudge mislaid mislay mislead misled mismatch misnomer misplace misprint misquote misread
miss misshapen missile mission missive misspell mist mistake mistaken mistletoe mistook mistress mistrust misty
mistype misuse mite mitigate mitt mitten mix mixers mixture mnemonic moan moat mob mobile mobility mobilize moccasin
mock mockery mod modal mode model modelings moderate moderator modern modernity modernize modestly modesty modicum
modifiers modify modular modulate module mohair moist moisten moisture molar molasses mold moldings moldy mole
molecular molecule molested molesting molests mollify mollusk molt molten mom moment momentary momentous momentum
monarch monarchy monastery monastic monetary money mongoose mongrel monies monitor monk monkey monogamy monogram
monologue monopoly monorail monotony monsoon monster monstrous month monthlies monument moo mood moody moon moonbeam
moonlight moor moorings moose moot mop mope moral morale moralist morality morass morbid more moreover morgue morn
mornings moron moronic morose morphine morsel mortal mortality mortar mortgage mortify mortuary mosaic mosque mosquito
moss mossy most motel moth mothball mothered mothering motherly mothers motif motion motivate motive motley motlier
motliest motor motorbike motorcade motorist motorize motorway motto mound mount mountain mourn mourners mournful mouse
mousse mousy mouth mouthful movable move movement movers movie mow mowers much muck mucous mucus mud muddle muddy muff
muffin muffle mufflers mug muggers mugginess muggy mulch mule mull multi multiple multiply multitude mum mumble
mummify mummy mumps munch mundane municipal mural murder murderers murderous murky murmur muscle muscular muse museum
mush mushroom mushy music musical musician musk musket muss mussel must mustache mustang mustard mustered mustering
musters musty mutant mutate mutation mute mutilate mutinous mutiny mutt muttered muttering mutters mutton mutual
muzzle myopic myriad myself mystery mystic mystical mysticism mystify myth mythical mythology nab nag nail naive
naivety naked nakedness name nameless namesake nap napalm nape napkin nappy narcotic narrate narration narrative
narrator narrow nasal nastiness nasty nation national native nativity natty natural nature naught naughty nausea
nauseate nauseous nautical naval navel navigable navigate navigator navy nay near nearby neat neatness nebula nebulae
nebulous necessary necessity neck necklace neckline necktie nectar nectarine need needle needless needy negate
negation negative neglect negligee negligent negotiate neigh neighbor neither neon neophyte nephew nepotism nerve
nervous nest nestle net nether nettle network neural neurology neuron neuroses neurosis neurotic neuter neutral
neutron never new newbie newborn newcomer newscast newspaper newsprint newsstand newsy newt newton next nibble nice
nicety niche nick nickel nickname nicotine niece nifty nigh night nightclub nightfall nightgown nightmare nighttime
nimble nimbly nine nineteen ninetieth ninety ninny ninth nip nipple nippy nit nitrate nitrogen nitwit nobility noble
nobleman noblemen nobly nobody nocturnal nod node noes noise noiseless noisiness noisy nomad nomadic nominal nominate
nominee non none nonentity nonprofit nonsense nonstop noodle nook noon noose nor norm normal normality north northeast
northerly northern northward northwest nose nosebleed nostalgia nostalgic nostril nosy not notable notably notation
notch note notebook nothing notice notify notion notional notoriety notorious nougat noun nourish nova novel novelist
novelty novice now nowadays nowhere noxious nozzle nuance nuclear nuclei nucleus nude nudge nudity nugget nuisance
null nullify numb numbered numbering numbers numbness numeral numerate numerator numeric numerical numerous nun
nuptial nurse nursemaid nursery nurture nut nutmeg nutrient nutriment nutrition nutshell nutty nuzzle nylon nymph oaf
oak oar oases oasis oath oatmeal obedience obedient obelisk obese obesity obey obituary object objection objective
objector obligate oblige oblique oblivion oblivious oblong obnoxious oboe obscene obscenity obscure obscurity
observant observe observers obsess obsession obsessive obsolete obstacle obstinacy obstinate obstruct obtain obtrusive
obtuse obvious occasion occupancy occupant occupy occur ocean oceanic octagon octagonal octal octave octopus ocular
odd oddity ode odious odometer odor off offbeat offend offenders offense offensive offered offering offers offhand
office officers official officiate officious offings offload offset offshoot offshore offspring offstage often ogle
ogre ohm ohs oil oily ointment okay okra old olden olfactory olive omega omelet omen ominous omission omit omnibus
once oncoming one onerous oneself ongoing onion onlooker onrush onset onslaught onto onus onward oodles ooze opal
opaque open openers openings openness opera operand operate operatic operation operative operator opinion opium
opossum opponent opportune oppose opposite oppress oppressor opt optic optical optician optima optimal optimism
optimist optimize optimum option optional opulent opus oracle oral orange orangutan oration orator oratory orbit
orbital orchard orchestra orchid ordain ordeal order orderlies ordinance ordinary ore organ organic organism organist
organize orgasm orgy orient oriental orientate orifice origin original originate ornament ornate orphan orphanage
orthodox oscillate osmosis ostracize ostrich other otherwise otter ouch ought ounce our ourselves oust ousters out
outbound outbreak outburst outcast outclass outcome outcry outdated outdid outdo outdone outdoor outermost outfield
outfit outgoing outgrew outgrow outgrown outgrowth outhouse outings outlaid outlast outlaw outlay outlet outline
outlive outlook outlying outmoded outnumber outpost output outrage outran outright outrun outset outshine outshone
outside outsiders outskirt outsmart outspoken outstrip outward outweigh outwit ova oval ovary ovation oven over
overall overate overbear overblown overboard overbore overborne overcame overcast overcoat overcome overcrowd overdid
overdo overdone overdose overdraft overdraw overdrawn overdrew overdue overeat overeaten overflow overgrew overgrow
overgrown overhand overhang overhaul overhead overhear overheard overheat overhung overkill overlaid overlain overland
overlap overlay overlie overload overlong overlook overlying overnight overpass overpower overprice overprint overran
overrate overreact override overrode overrule overrun oversaw overseas oversee overseen overseers overshoot overshot
oversight oversleep overslept overstate overstep overt overtake overtaken overthrew overthrow overtime overtone
overtook overture overturn overuse overview overwhelm overwork overwrite ovum owe owl own owners ownership oxen
oxidation oxide oxidize oxygen oyster ozone pace pacemaker pacific pacifiers pacifism pacifist pacify pack package
packers packet pact pad paddle paddock paddy padlock pagan page pageant pageantry pagoda paid pail pain painful
painless paint paintings pair pajamas pal palace palatable palate palatial pale palette pall pallid pallor palm
palomino palpable palpably paltry pamper pamphlet pan panacea pancake pancreas panda pander pane panel pang panhandle
panic panicked panicking panicky panorama panoramic pansy pant panther pantie pantomime pantry pap papa papacy papal
papaya paperback papered papering papers paperwork paprika papyri papyrus par parable parachute parade paradigm
paradise paradox paraffin paragon paragraph parakeet parallel paralyses paralysis paralytic paralyze parameter
paramount paranoia paranoid parasite parasitic parasol parcel parch parchment pardon pare parent parentage parental
parish parity park parka parkway parlor parochial parody parole parrot parse parsec parsley parsnip parson parsonage
part partake partaken partial particle partings partisan partition partner partook partridge party pas passable
passage passbook passenger passes passion passive passport password past pasta paste pastel pastiche pastime pastor
pastoral pastry pasture pasty pat patch patchwork patchy pate patent paternal paternity path pathetic pathology pathos
pathway patience patient patio patriarch patrimony patriot patriotic patrol patron patronage patronize pattered
pattering pattern patters patty paucity paunch paunchy pauper pause pave pavement pavilion paw pawn pay payable payers
payload payment payoff payroll pea peace peaceable peaceful peach peacock peak peal peanut pear pearl peasant peat
pebble pecan peck peculiar pedagogy pedal pedant pedantic pedantry peddle peddlers pedestal pedigree peek peel peep
peer peerless peeve peevish peg pelican pellet pelt pelvic pelvis pen penal penalize penalty penance pence penchant
pencil pendant pended pending pends pendulum penetrate penguin peninsula penis penitence penitent penknife penknives
pennant penniless penny pension pensive pentagon penthouse peon peony people pep peppered peppering peppers per
perceive percent perch perchance percolate perennial perfect perforate perform perfume perhaps peril perilous
perimeter period periodic periphery periscope perish perjure perjury perk perky permanent permeate permit peroxide
perpetual perplex persecute persevere persist person persona personal personify personnel perspire persuade pert
pertain pertinent perturb perusal peruse pervade pervasive perverse pervert pesky pessimism pessimist pest pestered
pestering pesters pesticide pet petal petered petering peters petite petition petrify petrol petroleum petticoat
pettiness petty petulant petunia pew pewter phantom pharmacy phase pheasant phenomena phlegm phobia phoenix phone
phonetic phonics phony phosphor photo photocopy photon phrase physic physical physician physicist physique pianist
piano piccolo pick pickax picket pickle pickup picky picnic picnicked pictorial picture piddle pie piece piecemeal
piecework pierce piers piety pig pigeon piggish piggyback pigheaded pigment pigpen pigtail pike pile pilfer pilgrim
pill pillage pillar pillow pilot pimple pimply pin pinch pine pineapple pinion pink pinnacle pinpoint pint pioneer
pious pipe pipeline pique piracy piranha pirate pirouette pis pistachio pistol piston pit pitch pitchers pitchfork
piteous pitfall pithy pitiful pitiless pittance pity pivot pivotal pixie pizza placard placate place placement
placenta placid plague plaice plaid plain plaintiff plaintive plan planar plane planet planetary plank plankton
planners plant plantain planters plaque plasma plaster plastic plate plateau platform platinum platitude platoon
platter plausible plausibly play playable playback players playful playhouse playmate playpen plaything plaza plea
plead pleasant please pleasings pleasure pleat pledge plentiful plenty plethora pliable pliant pliers plight plod plop
plot plotters plow ploy pluck plucky plug plum plumage plumb plumbers plume plummet plump plunder plunge plungers
plural plurality plus plush plutonium ply plywood pneumatic pneumonia poach poachers pocket pockmark pod podium poem
poet poetic poetical poetry poignancy poignant point pointedly pointers pointless poise poison poisonous poke pokers
pokey poky polar polarity polarize pole polemic police policeman policemen policy polio polish polite political
politics polka poll pollen pollinate pollster pollutant pollute pollution polo polygamy polygon polyp pomp pompous
poncho pond pondered pondering ponderous ponders pontoon pony poodle pool poop poor pop popcorn pope poplar poppy
populace popular populate populous porcelain porch porcupine pore pork porous porpoise porridge port portable portal
portend portent porters portfolio porthole portico portion portlier portliest portrait portray portrayal pose position
positive possess possessor possible possibly possum post postage postal postbox postcard postcode posterior posterity
posters postman postmark postmen postpone postulate posture posy pot potassium potato potency potent potential pothole
potion pottered pottering potters pottery pouch poultry pounce pound pour pout poverty powder powdery power powerful
powerless powwow practical practice pragmatic prairie praise pram prance prank prattle prawn pray prayers preach
preachers preamble precede precedent precinct precious precipice precise precision preclude precursor predator
predatory predicate predict predictor preempt preen prefab preface prefect prefer prefix pregnancy pregnant prejudice
prelude premature premier premiere premise premium prenatal preoccupy prepaid prepare prepay prescribe presence
present preserve preside president press pressings pressure prestige presto presume pretend pretense pretext pretty
pretzel prevail prevalent prevent preview previous prey price priceless prick prickle pricklier pride priestess
priests prim primal primary primate prime primers primeval primitive primp primrose prince princess principal
principle print printable printers printings printout prior priority prism prison prisoners privacy private privation
privatize privilege privy prize pro probable probably probation probe problem procedure proceed process processor
proclaim procure prod prodigal prodigy produce producers product profane profanity profess professor proffer profile
profit profiteer profound profuse profusion progeny prognoses prognosis program progress prohibit project projector
prolific prologue prolong prom promenade prominent promise promote promotion prompt prone prong pronoun pronounce
proof proofread prop propagate propel properer properest properly property prophecy prophesy prophet prophetic
proponent proposal propose propriety prose prosecute prospect prosper prostrate protect protector protein protest
protocol proton prototype protract protrude proud provable provably prove proven proverb provide province provision
proviso provoke prow prowess prowl prowlers proximity proxy prude prudence prudent prudish prune pry psalm pseudo
pseudonym psych psyche psychic psychoses psychosis psychotic pub puberty public publicity publicize publish puck
puckered puckering puckers pudding puddle pudgy pueblo puff puffy puke pull pulley pullover pulmonary pulp pulpit
pulsate pulsation pulse pulverize puma pumice pummel pump pumpkin pun punch punchline punctual punctuate puncture
pundit pungent punish punitive punk punt punters puny pup pupil puppet puppy purchase pure puree purgatory purge
purify purity purple purport purpose purr purse pursue pursuit purveyor pus push pushers pushover pushy pusses pussy
put putative putrid putt puttered puttering putters putty puzzle pyramid pyre python qua quack quadrant quadratic
quadruped quadruple quagmire quail quaint quake qualify quality qualm quandary quantify quantity quantum quark quarrel
quarry quart quartered quarterly quarters quartet quartz quash quaver quay queasy queen queenlier queer quell quench
query quest question queue quibble quiche quick quicken quicksand quiet quill quilt quinine quintet quip quirk quirky
quit quite quitters quiver quiz quizzes quizzical quorum quota quotation quote quotient rabbi rabbit rabble rabid
rabies raccoon race racetrack racial racism racist rack racket racketeer racy radar radial radiance radiant radiate
radiation radiator radical radii radio radish radium radius raffle raft rafters rag rage raggeder raggedest ragtime
raid raiders rail railings railroad railway rain rainbow raincoat raindrop rainfall rainstorm rainwater rainy raise
raisin rake rally ram ramble ramblers ramp rampage rampant ramrod ran ranch ranchers rancid rancor rancorous random
rang range rangers rank rankle ransack ransom rant rap rape rapid rapidity rapist rapport rapt rapture rapturous rare
rarity rascal rash rasp raspberry raster rat rate rather ratify ratings ratio ration rational rationale rattle
rattlers ratty raucous ravage rave ravel raven ravenous ravine ravings ravish raw ray rayon raze razor reach react
reaction reactive reactor read readable readers readiness readings readjust ready real realism realist realistic
reality realize realm realty ream reap reapers reappear rear rearrange reason reassure rebate rebel rebellion rebind
rebirth reborn rebound rebuff rebuild rebuilt rebuke rebut rebuttal recall recant recap recapture recede receipt
receive receivers recent reception receptive recess recession recharge recipe recipient recital recite reckless reckon
reclaim recline recluse recognize recoil recollect recommend recompile reconcile reconnect record recorders recount
recoup recourse recover recovery recreate recruit rectal rectangle rectify rector rectum recur recurrent recursion
recursive recycle red redden redeem redefine redesign redhead redid redirect redo redone redraft redraw redress reduce
reduction redundant reed reef reek reel reelect refer referee reference refill refine refinery reflect reflector
reflex reflexive reform reformat reformers refrain refresh refuel refuge refugee refund refurbish refusal refuse
refute regain regal regale regalia regard regatta regent regime regimen regiment region regional register registrar
registry regress regret regretful regular regulate rehash rehearsal rehearse reign reimburse rein reindeer reinforce
reinstate reiterate reject rejection rejoice rejoin rejoinder relaid relapse relate relation relative relax relay
release relegate relent relevance relevant reliable reliably reliance reliant relic relief relieve religion religious
relish relive reload relocate reluctant rely remade remain remainder remake remark remedial remedy remember remind
reminders reminisce remiss remission remit remnant remodel remorse remote removable removal remove rename rend
rendered rendering renders rendition renegade renege renew renewable renewal renounce renovate renown rent rental
reopen repaid repair repay repayment repeal repeat repel repellent repent repentant rephrase replace replay replenish
replete replica replicate reply report reporters repose represent repress reprieve reprimand reprint reprisal reproach
reproduce reprogram reprove reptile republic repudiate repugnant repulse repulsion repulsive reputable repute
reputedly request requiem require requisite reread reroute resale rescind rescue rescuers research resemble resent
resentful reserve reservoir reset reshuffle reside residence resident residual residue resign resilient resin resist
resistant resistor resolute resolve resonance resonant resort resound resource respect respite respond response rest
restart restful restive restless restore restrain restraint restrict resubmit result resultant resume resurface
resurrect retail retailers retain retainers retaliate retard retch retention rethink reticence reticent retina retire
retort retrace retract retreat retrieval retrieve retry return retype reunion reunite reuse rev revamp reveal revel
revelers revelry revenge revenue revere reverence reverent reverie reversal reverse reversion revert review reviewers
revile revise revision revisit revival revive revoke revolt revolve revolvers revue revulsion reward rewind rework
rewrite rewritten rewrote rhapsody rhetoric rhino rhubarb rhyme rhythm rhythmic rib ribbon rice rich richness rickety
rickshaw ricochet rid riddance ridden riddle ride riders ridge ridicule rife rifle rift rig right righteous rightful
rightmost rightness rigid rigidity rigor rigorous rile rim rind ring ringlet ringworm rink rinse riot rioters riotous
rip ripe ripen ripeness riposte ripple rise risen risers risk risky rite ritual rival rivalry river rivet roach road
roadblock roadside roam roar roast rob robbers robbery robe robin robot robust rock rockers rocket rocky rod rode
rodent rodeo roe rogue roguish role roll rollers roman romance romantic romp roof rook rookie room roommate roomy
roost roosters root rope rosary rose rosemary roster rostrum rosy rot rotary rotate rotation rote rotor rotten rotund
rotunda rouge rough roughage roughen roughness roulette round roundness rouse rout route routine row rowboat rowdiness
rowdy royal royalty rub rubbers rubbish rubble rubric ruby rucksack ruckus rudder ruddy rude rudeness rue rueful ruff
ruffian ruffle rug rugby ruggeder ruggedest ruin ruinous rule rulers rulings rum rumble ruminate rummage rummy rumor
rump rumple run runaway rundown rune rung runners runny runt runway rupture rural ruse rush rust rustic rustle
rustlers rusty rut ruthless saber sabotage saboteur sac sack sacrament sacred sacrifice sacrilege sad sadden saddle
sadism sadist sadistic sadness safari safe safeguard safety saffron sag saga sage sagebrush said sail sailboat sailor
saint saintlier sake salable salad salami salary sale salesman salesmen salient saliva salivate sallow salmon salon
saloon salt salty salute salvage salvation salve same sameness sample sanctify sanction sanctity sanctuary sand sandal
sandbag sandman sandmen sandpaper sandstone sandstorm sandwich sandy sane sang sanitary sanity sank sanserif sap
sapling sapphire sarcasm sarcastic sardine sari sash sassy sat satanic satchel satellite satin satire satirical
satirist satirize satisfy saturate sauce saucepan saucers saucy sauna saunter sausage savage savagery save savings
savior savor savory savvy saw sawdust saxophone say sayings scab scaffold scalar scald scale scallop scalp scalpel
scaly scamper scan scandal scanners scant scanty scapegoat scar scarce scarcity scare scarecrow scarf scarlet scarves
scary scathing scatter scavenger scenario scene scenery scenic scent scepter schedule scheme schemers scholar school
schoolboy schooner science scientist scissor scoff scold scoop scoot scooters scope scorch score scorn scornful
scorpion scotch scoundrel scour scourge scout scowl scrabble scram scramble scrap scrapbook scrape scratch scratchy
scrawl scrawny scream screech screen screw screwy scribble scribe script scripture scroll scrounge scrub scruff
scruffy scruple scrutiny scuff scuffle sculptor sculpture scum scurry scuttle scythe sea seafaring seafood seal seam
seaman seamen seaport sear search seashell seashore seasick seaside season seasonal seat seaweed secede secession
seclude seclusion second secondary secrecy secret secretary secrete secretion secretive sect section sector secular
secure security sedan sedate sedative sedentary sediment seduce seduction seductive see seeded seeding seedling seeds
seedy seek seem seemingly seen seep seepage seesaw seethe segment segregate seize seizure seldom select selection
selective selector self selfish sell sellers selves semantic semblance semen semester semicolon semifinal seminar
seminary senate senator send senile senility senior seniority sensation sense senseless sensible sensibly sensitive
sensor sensory sensual sensuous sent sentence sentience sentient sentiment sentry separate separator sepulcher sequel
sequence sequin serenade serene serenity sergeant serial series serious sermon serpent serum servant serve servers
service serviette servile servitude session set setback settable setters settings settle settlers seven seventeen
seventh seventy sever several severance severe severity sew sewage sewers sewn sex sexism sexist sexual sexuality sexy
shabby shack shackle shade shadow shadowy shady shaft shaggy shake shaken shaky shall shallow sham shamble shame
shameful shameless shampoo shamrock shanty shape shapelier share shark sharp sharpen sharpness shatter shave shaven
shavers shawl she sheaf shear sheath sheathe sheave shedding sheds sheen sheep sheepish sheered sheerer sheerest
sheering sheers sheet sheikh shelf shell shellfish shelter shelve shepherd sherbet sheriff sherry shield shift
shiftless shifty shimmer shin shine shingle shiny ship shipment shipshape shipwreck shire shirk shirt shiver shoal
shock shod shoddy shoe shoelace shone shoo shook shoot shop shoppers shore short shortage shorten shortfall shorthand
shortlist shortness shot shotgun should shoulders shout shove shovel show showcase showdown showered showering showers
showings showman showmen shown showy shrank shrapnel shred shrew shrewd shriek shrill shrimp shrine shrink shrinkage
shrivel shroud shrub shrubbery shrug shrunk shrunken shuck shudder shuffle shun shunt shut shutdown shuttered shutters
shuttle shy shyness sibling sic sick sicken sickle sicklier sickliest sickness side sideline sidelong sideshow
sidestep sidetrack sidewalk sideways sidings sidle siege sierra siesta sieve sift sigh sight sightless sigma sign
signal signature signify signpost silence silent silicon silk silken sill silliness silly silo silt silver silvery
similar simile simmer simple simplex simplify simply simulate simulator sin since sincere sincerity sine sinew sinewy
sinful sing singe singers single singular sinister sink sinners sinus sip siphon sir sire siren sirloin sissy sister
sit site sitters situate situation six sixpence sixteen sixteenth sixth sixtieth sixty sizable size sizzle skate
skaters skein skeleton skeptic skeptical sketch sketchy skew skewered skewering skewers ski skid skill skillet
skillful skim skimp skimpy skin skinflint skinny skip skippered skippers skirmish skirt skit skittish skulk skull
skunk sky skylight skyline skyrocket slab slack slacken slag slain slake slam slander slang slant slap slapstick slash
slat slate slaughter slave slavery slavish slay sleazy sled sleek sleep sleepers sleepless sleepy sleet sleeve sleigh
slender slept slew slice slick slid slide slight slim slime slimy sling slingshot slink slip slippers slippery
slipshod slit slither sliver slob slobbered slobbers slog slogan slop slope sloppy slosh slot sloth slothful slouch
slovenly slow slowness sludge slug sluggish sluice slum slumber slump slung slunk slur slush slut sly slyness smack
small smallish smallpox smart smash smear smell smelly smelt smidgen smile smirk smite smith smitten smock smog smoke
smokers smoky smolder smooth smote smother smudge smug smuggle smugglers smut snack snag snail snake snap snappy
snapshot snare snarl snatch sneak sneakers sneaky sneer sneeze snicker snide sniff sniffle snip snipe snipers snippet
snitch snob snobbery snobbish snooker snoop snooty snooze snore snorkel snort snot snout snow snowball snowdrift
snowfall snowflake snowplow snowstorm snowy snub snuff snug snuggle soak soap soapy soar sob sobered soberer soberest
sobering sobers sobriety soccer sociable social socialism socialist socialize society sociology sock socket sod soda
sodden sodium sodomy sofa soft softball soften softness software soggy soil sojourn solace solar sold soldered
soldering solders soldier sole solemn solemnity solicit solicitor solid solidify solidity solitaire solitary solitude
solo soloist soluble solution solve solvent somber some somebody someday somehow someone someplace something sometime
somewhat somewhere son sonata song sonic sonnet sonorous soon soot soothe sooty sop sophistry sophomore soprano
sorcerer sorceress sorcery sordid sore sorority sorrow sorrowful sorry sort sorta sought soul sound soup sour source
south southeast southerly southern southpaw southward southwest souvenir sovereign sow sown spa space spaceship
spacial spacious spade spaghetti span spangle spaniel spank spankings spanners spar spare spark sparkle sparklers
sparrow sparse spasm spasmodic spat spate spatial spattered spatters spatula spawn spay speak speakers spear spearhead
spearmint special specialty species specific specify specimen specious speck spectacle spectator specter spectra
spectrum speculate sped speech speed speedboat speedy spell spellbind spellings spend spent sperm spew sphere
spherical sphinx spice spicy spider spigot spike spill spin spinach spinal spindly spine spineless spinster spiral
spire spirit spiritual spit spite spiteful spittle splash splat splatters spleen splendid splendor splice splint
splinters split splurge spoil spoke spoken spokesman spokesmen sponge spongy sponsor spoof spook spooky spool spoon
spoonful sporadic spore sporran sport spot spotless spotlight spotty spouse spout sprain sprang sprawl spray spread
spree sprig spring springy sprinkle sprint sprinters sprout spruce sprung spry spud spun spunk spur spurious spurn
spurt sputter spy squabble squad squadron squalid squall squalor squander square squash squat squawk squeak squeaky
squeal squeamish squeeze squelch squid squint squire squirm squirrel squirt stab stability stabilize stable stack
stadium staff stag stage staggered staggers stagnant stagnate staid stain stair staircase stairway stake stale
stalemate stalk stall stallion stalwart stamina stammer stamp stampede stance stanch stand standard standby standings
standoff stank stanza staple staplers star starboard starch starchy stardom stare starfish stark starlight starry
start starters startle starve state statelier statement statesman statesmen static station statistic statue stature
status statute statutory staunch stave stay steadfast steady steak steal stealth stealthy steam steamy steel steep
steeple steer stellar stem stench stencil step stereo sterile sterilize sterling stern sternness stew steward stick
stickers stickler sticky stiff stiffen stiffness stifle stigma stigmata still stillborn stillness stilted stimulant
stimulate stimuli stimulus sting stingers stingy stink stint stipulate stir stirrup stitch stock stockade stockings
stockpile stocky stockyard stodgy stoical stoke stole stolen stolid stomach stomp stone stony stood stool stoop stop
stopgap stopover stoppage stoppered stoppers stopwatch storage store storeroom stork storm stormy story stout stove
stow stowaway straddle straggle straight strain strainers strait strand strange strangers strangle strap strata
stratagem strategic strategy stratify stratum straw stray streak stream streamers street streetcar strength strenuous
stress stressful stretch strew strewn stricken strict stridden stride strife strike strikers strikings string
stringent stringy strip stripe strive striven strode stroke stroll strollers strong strove struck structure struggle
strum strung strut stub stubble stubborn stubby stuck stud student studio studious study stuff stuffings stuffy
stumble stump stun stung stunk stunt stupefy stupid stupidity stupor sturdy stutter style stylish stylistic stylus
suave sub subdivide subdue subgroup subject subjugate sublet sublime submarine submerge submit subnormal subscribe
subscript subset subside subsidize subsidy subsist substance subsystem subtle subtlety subtly subtract suburb suburban
subvert subway succeed success successor succinct succor succulent succumb such suck suckered suckering suckers suckle
suction sudden suds sue suede suffer sufferers suffice suffix suffocate suffrage sugar sugary suggest suicidal suicide
suit suitable suitably suitcase suite suitor sulfur sulk sulky sullen sultan sultry sum summarize summary summered
summering summers summit summon summonsed summonses sumptuous sun sunbathe sunburn sundae sundial sundown sundry
sunflower sung sunk sunken sunlight sunlit sunny sunrise sunscreen sunset sunshine suntan sunup sup superb superior
supers supersede superstar supervise suppers supplant supple supplied supplier supplies supplying support suppose
suppress supremacy supreme surcharge sure surf surface surfboard surge surgeon surgery surgical surlier surliest
surmise surmount surname surpass surplus surprise surreal surrender surround survey surveyor survival survive survivor
suspect suspend suspense suspicion sustain swab swagger swallow swam swamp swampy swan swap swarm swarthy swat swathe
sway swear sweat sweaters sweaty sweep sweepers sweepings sweet sweeten sweetness swell swellings swept swerve swift
swig swill swim swindle swindlers swine swing swipe swirl swish switch swivel swollen swoon swoop sword swordfish
swore sworn swum swung syllable syllabus symbol symbolic symbolism symbolize symmetric symmetry sympathy symphonic
symphony symptom synagogue synapse syndicate syndrome synonym synopses synopsis syntactic syntax syntheses synthesis
synthetic syphilis syringe syrup system tab tabby table tablet tabloid taboo tabulate tacit taciturn tack tackle tacky
taco tact tactful tactic tactical tactless tadpole tag tail tailgate taillight tailor tailspin taint take taken
takeoff takeover takers talc tale talent talisman talk talkative talkers tall tallied tallies tallow tallying talon
tame tameness tamper tan tandem tang tangent tangerine tangible tangle tango tank tankard tankers tantalize tantrum
tap tape tapered tapering tapers tapestry tar tarantula tardiness tardy target tariff tarnish tarpaulin tarry tart
tartan tartar task tassel taste tasteful tasteless tasty tattle tattoo tatty taught taunt taut tautology tavern tawdry
tawny tax taxable taxation taxi taxicab taxpayer tea teach teachers teachings teacup teak team teammate teamster
teamwork teapot tear teardrop tearful tease teaspoon teat technical technique tedious tedium tee teem teen teenage
teenagers teeter teeth teethe teetotal telegram telegraph telepathy telephone telescope teletype televise tell tellers
telltale temper temperate tempest template temple tempo temporal temporary tempt ten tenable tenacious tenacity
tenancy tenant tend tendency tendered tenderer tenderest tendering tenderize tenderly tenders tendon tendril tenement
tenet tennis tenor tense tension tensors tent tentacle tentative tenth tenuous tenure tepee tepid term terminal
terminate termini terminus termite terrace terrain terrible terribly terrier terrific terrify territory terror
terrorism terrorist terrorize terse terseness test testable testament testers testicle testify testimony testis
tetanus tether text textbook textile textual texture than thank thankful thankless that thatch thaw the theater thee
theft their theist them theme then thence theology theorem theoretic theorist theorize theory therapist therapy there
thereby therefore therein thereof thereon thereupon thermal thesauri thesaurus these thesis theta they thick thicken
thicket thickness thief thieve thigh thimble thin things think thinkers third thirst thirsty thirteen thirtieth thirty
this thistle thong thorn thorny thorough those thou though thought thousand thrash thread threat threaten three thresh
threshers threshold threw thrice thrift thrifty thrill thrillers thrive throat throb throne throng throttle through
throw throwaway throwback thrown thrust thud thug thumb thumbtack thump thunder thus thwart thy thyme thyroid tiara
tick ticket tickle ticklish tidal tidbit tide tidy tie tiers tiff tiger tight tighten tightness tightrope tightwad
tilde tile till tilt timber time timeless timelier timeliest timers timescale timetable timezone timid timidity
timings tin tinder ting tinge tingle tinker tinkle tinny tinsel tint tiny tip tipsy tiptoe tirade tire tireder
tiredest tireless tiresome tissue tit titillate title tittered tittering titters toad toadstool toast toasters tobacco
toboggan today toddle toddlers toe toenail toffee toga together toggle toil toilet token told tolerable tolerably
tolerance tolerant tolerate toll tomahawk tomato tomb tomboy tombstone tomcat tome tomorrow ton tonal tone tong tongue
tonic tonight tonnage tonne tonsil too took tool toolkit toot tooth toothache toothpick top topaz topic topical
topology topple torch tore torment tormentor torn tornado torpedo torque torrent torrid torso tortilla tortoise
tortuous torture toss tot total totality tote totem tottered tottering totters toucan touch touchdown touchings touchy
tough toughen toughness toupee tour tourist tousle tout tow toward towel towered towering towers town toxic toxin toy
trace track tract traction tractor trade trademark traders tradition traffic tragedy tragic trail trailers train
trainee trainers trait traitor tramp trample trance tranquil transact transcend transfer transform transient transit
translate transmit transpire transport transpose trap trapdoor trapeze trapezoid trappers trappings trash trashcan
trashy trauma traumatic travel travelers traverse travesty trawl trawlers tray treachery treacle tread treadmill
treason treasure treasury treat treatise treatment treaty treble tree trek trellis tremble tremor trench trend trendy
trespass trestle trial triangle tribal tribe tribunal tributary tribute trick trickery trickle trickster tricky
tricycle trifle trigger trill trillion trilogy trim trimester trinity trinket trio trip tripe triple triplet tripod
tripos trite triumph trivia trivial trod trodden troll trolley trombone troop troopers trophy tropical trot trouble
trough trounce troupe trouser trout trowel truancy truant truce truck trudge true truffle truism trump trumpet
truncate trunk trust trustee trustful trusty truth truthful try tryout tub tuba tube tubular tuck tuft tug tuition
tulip tumble tumblers tummy tumor tumult tuna tundra tune tuneful tuners tunic tunnel turban turbine turbulent tureen
turf turgid turkey turmoil turn turnip turnout turnover turnpike turnstile turntable turquoise turret turtle tusk
tussle tutor tutorial tuxedo twang tweak twee tweet tweezers twelfth twelve twentieth twenty twice twiddle twig
twilight twin twine twinge twinkle twirl twist twisters twitch twitter two tycoon tying type typeface typeset typhoid
typhoon typhus typical typify typist tyrannize tyranny tyrant udder ugliness ugly ulcer ulterior ultimate ultimatum
ultra umbrella umpire umpteen unable unaltered unanimity unanimous unarmed unaware unbiased unblock unborn unbroken
unburden uncanny unceasing uncertain unchanged uncle unclean unclear uncommon uncouth uncover uncut undamaged
undaunted undecided undefined under undercut underdog underflow underfoot undergo undergone underlain underlay
underlie underline undermine underpass underrate underside undertake undertone undertook undertow underwear underwent
undid undo undoings undone undoubted undress undue undying unearth uneasy unequal unerring unethical uneven unfailing
unfair unfasten unfeeling unfilled unfit unfold unfounded unfunny unfurl ungainly ungodly unhappy unhealthy unheard
unhelpful unhook unicorn unicycle uniform unify union unionize unique unison unit unite unity universal universe
unjust unkempt unkind unknown unlabeled unlawful unleash unless unlike unlimited unload unlock unlucky unman unmarked
unmarried unmask unmoved unnamed unnatural unnerve unnoticed unpack unpaid unpick unpopular unproven unravel unread
unreal unrelated unrest unrivaled unruffled unruly unsafe unsaid unsavory unsay unscathed unscrew unseat unseemly
unseen unset unsettle unsightly unsigned unskilled unsolved unsound unstable unstuck unsuited unsung unsure untangle
untenable untidy untie until untiring unto untold untouched untrained untrue untying unusable unused unusual unveil
unwanted unwary unwashed unwelcome unwell unwieldy unwilling unwind unwise unworthy unwound unwrap unwritten upbeat
update upend upgrade upheaval upheld uphill uphold upholster upkeep uplift upload upon upped upper uppermost upping
upright uprising uproar uproot ups upset upshot upside upstairs upstart upstream uptake uptight uptown upturn upward
uranium urban urbane urchin urge urgency urgent urinate urine urn usable usage use useful useless users usher usual
usurp utensil uteri uterus utility utilize utmost utter utterance vacancy vacant vacate vacation vaccinate vaccine
vacillate vacuous vacuum vagabond vagary vagina vaginae vaginal vagrant vague vagueness vain valentine valet valiant
valid validate validity valise valley valor valuable value valueless valve vampire van vandal vandalism vandalize vane
vanguard vanilla vanish vanity vanquish vapor vaporize variable variance variant variation variety various varnish
varsity vary vase vast vastness vat vault veal vector veer vegetable vehement vehicle veil vein velocity velour velvet
velvety vend vendor veneer venerable venerate vengeance vengeful venison venom venomous vent ventilate ventricle
venture venue veracity veranda verb verbal verbatim verbiage verbose verbosity verdict verge verify veritable vermin
versatile verse version versus vertebra vertebrae vertical vertices vertigo verve very vessel vest vestibule vestige
vestment vet veteran veto vex vexation via viability viable viaduct vial vibrant vibrate vibration vicar vicarious
vice vicinity vicious victim victimize victor victory video videotape vie view viewers viewpoint vigil vigilance
vigilant vigilante vigor vigorous vile vilify villa village villagers villain villainy vindicate vine vinegar vineyard
vintage vinyl viola violate violation violence violent violet violin viper viral virgin virginity virile virility
virtual virtue virtuoso virtuous virulent virus visa vise visible visibly vision visionary visit visitor visor vista
visual visualize vital vitality vitamin vitriolic vivacious vivacity vivid vocal vocalist vocation vodka vogue voice
void volatile volcanic volcano volition volley volt voltage volume voluntary volunteer vomit voodoo voracious vortex
vote voters vouch vouchers vow vowel voyage voyagers vulgar vulgarity vulture vying wad waddle wade wafer waffle waft
wag wage wagered wagering wagers wagon waif wail waist waistline wait waiters waitress waive waivers wake waken walk
walkers walkout wall wallet wallop wallow wallpaper walnut walrus waltz wan wand wandered wanderer wandering wanders
wane wanna want wanton war warble ward warden wardrobe warehouse warfare warhead warlike warm warmth warn warnings
warp warpath warrant warranty warren warrior wart wartime wary was wash washable washcloth washers washings washout
washroom wasp wastage waste wasteful wasteland watch watchdog watchful watchman watchmen watchword water waterfall
watermark watershed waterway watery watt wave waveform wavered wavering wavers wavy wax waxy way waylaid waylay
wayside wayward weak weaken weakling weakness wealth wealthy wean weapon weaponry wear weariness wearisome weary
weasel weather weave weavers web wed weddings wedge wedlock wee weeded weeding weeds weedy week weekday weekend
weeklies weep weigh weight weighty weird weirdness weirdo welcome weld welders welfare well welt weltered weltering
welters went wept were werewolf west westerly western westward wet whack whale whalers wharf wharves what whatever
wheat wheedle wheel wheeze when whence whenever where whereas whereby wherein whereupon wherever whet whether whew
which whichever whiff while whilst whim whimper whimsical whine whinny whip whir whirl whirlpool whirlwind whisk
whiskered whiskers whiskey whiskys whisper whistle white whiten whiteness whitewash whittle whiz whizzes who whoa
whoever whole wholesale wholesome whom whoop whopper whore whose why wick wickeder wickedest wickedly wickers wicket
wide widen widow widowers width wield wife wig wiggle wigwam wild wildcat wildfire wildlife wildness will willful
willingly willow willpower wilt wily win wince winch wind windfall windmill window windpipe windy wine wing wingers
wink winners winnings winsome winter wintry wipe wipers wire wiry wisdom wise wisecrack wish wishbone wishful wisp
wispy wist wistful wit witch with withdraw withdrawn withdrew withered withering withers withheld withhold within
without withstand withstood witless witness witticism witty wive wizard wizened wobble wobbly woe wok woke woken wolf
wolves woman womanhood womankind womb wombat women won wonder wonderful wondrous wont woo wood woodchuck wooden
woodland woodsman woodsmen woodwind woodwork woody woof wool woolen woollier woollies woolliest word wordings wordy
wore work workable workbench workbook workers workforce workings workload workman workmen workout workplace workshop
world worldlier worldwide worm wormhole worn worrisome worry worse worsen worship worst worth worthless worthy wot
would wound wove woven wow wrangle wranglers wrap wrappers wrappings wrath wreak wreath wreathe wreck wreckage wren
wrench wrest wrestle wrestlers wretch wriggle wright wring wringers wrinkle wrist writ writable write writers writhe
writings written wrong wrongdoer wrote wrought wrung wry xylophone yacht yak yam yank yap yard yardstick yarn yawn
year yearlies yearling yearn yearnings yeast yell yellow yelp yen yes yesterday yet yeti yew yield yodel yoga yogurt
yoke yokel yolk yonder you young youngster your yourself youth youthful yowl yuck zany zeal zealous zebra zenith zero
zest zeta zigzag zillion zinc zincked zincking zip zippered zippering zippers zodiac zombie zone zoo zoologist zoology
zoom zucchini
`;
