"""Everyday English words that a spelling correction leaves alone, however near they are to a device."""

from dragoman_plugins.recovery_guide.tables import word_set

ORDINARY = word_set(
    """
    able telephone about above accept accepted account across act action actor actual add address adult
    advice afraid after again against age ago agree ahead air all allow almost alone along already also
    always amaze amount analogy and androids anger angry animal another answer any apart appear apple area
    aria arm army around array arrays arrest arrive arrow art article ask asked asleep aspire asteroid
    attack attic audio aunt autumn averse awake away awful baby back bad bag bake baker ball bank base basic
    bath batter beach bean bear beat beauty became because become bed been before began behind believe bell
    belong below beside best better between big bill biology bird birth birthday bit bitter black block
    blood blooded blow blue board boat body bolder bone book booked booking bookings bookmark boost boosted
    boot booth booting boots border born boss both bother bottle bottom bought bowl box boxes boy brain
    brake branch brave bread break breakfast breath brick bridge bright bring broad broken broker brokered
    brokers broth brother brothers brown brush build burn bus business busy butter buy cable cabled cache
    cake call came camera camp can cancer candid candle cannon cannot canter canvas canvass canyon cap
    capital car card carded cardio cards care careful cares cargo carry cart carts case cash cashed cast cat
    catch cause cave cell cellar cells centre century chair chalk chance change changer charge charger
    charity chart chat chatter cheap check cheese chess chest chick chicken child children choice choose
    church circle city claim clarity clash class clatter clean clear clever click clicks cliff climb clock
    clocks close cloth clothes cloud clown club coach coast coat coffee cold colder collect color come
    comfort comment comments common company compare complete computer concert consider contact contain
    content continue contract control cook cookbook cool copy corn cornea corned corner correct corrupt
    corruption corruptly cost could count counting country couple course court cover covered covering covers
    cow crack crash cream crease create credit crime crisp cropped cross crossed crowd crown crowned cruise
    cruiser crush crushed cry cup current curve customer cut daily damage damages damn damsel dance danger
    dark dash data date dates daughter day days dead deal dear death debt decide deep deer defend deflated
    degree delay delayed delete deleted deletes deliver delta demand dentist depend depleted depleting
    derive derived derives desk desks dessert detail devil dial diamond dice dictate did die diet differ
    dilated dine dinner direct dirt dirty disco discover discovery discs discus discuss dish dismal display
    disrupt disrupted dive diver diverse dives divide doctor document documents dodge dog dollar door dot
    double doubt down dozen drain drama drank draw dream dress dried drier drink drinks drive driven driver
    drivers drives driveway driving drone drones drooped drop droplet dropping drove drover drown drowned
    drowning dry duck due dull dusk dusky dust dusty duty each ear early earn earth easel east easy eat edge
    edit effort egg eight either elect elected elects else empty enable end enemy energy engine enjoy enough
    enter equal erased eraser erases escape essay eternal even evening event ever every evil exact except
    excite exist expect express expression extend external externally extra extreme eye face facebook fact
    factor fade fail failed failing fair faith fall falling false fame family famous fan fancy far farm
    farmer fast fat father fault favor fear feature feed feel feeling fees feet fell fence fever few field
    fight figure file filed files fill filling film final finance find fine finger finish fire fires firm
    first fish fit five fix fixture flag flame flash flashed flashing flashy flask flasks flat flatter
    flattered flavor fleet flesh flight float flock flood flooded floor floored flour flow flower flush fly
    fodder foiled fold folder folk folks follow fond food fool foot footbook force foreign forest forget
    forgive fork forks form formal formally format formats formatted formed former forms formula fort
    fortune forward fouled found four frame free fresh friend frog front frozen fruit fry fuel full fun
    funny future galaxies galaxy gallery galley game garage garden gas gate gather gave gender general
    gentle geology gift girl give glad glass goal goat goes gold golf gone good grace grade grand grass
    grave gray great green grew grey grid grind ground group grow guard guess guest guide guilt guitar gun
    habit hair half hall hand handbook handbooks handle handled handles handy hang hanger happen happy hard
    harder hardest hardly hardness hardware hardy harm harsh hat hate have head heal health hear heart heat
    heavy height held hello help hence herd here hero hide hiding high hiking hill hinder hire history hit
    hitch hobby hold holder hole holiday home honest honey hope horse host hotel hour house household huge
    human humor hundred hunger hungry hunt hurry hurt hybrid hygiene ice idea ideal ideas image imagine
    immediate impact import impress indeed index inform informed inner insect inside install instant instead
    intern internal internally internet interval invite iron island issue item jacket jail jam jar jaw job
    join joke journey joy judge juice jump jumper jungle junior junk jury just keen keep kept key keyboard
    keys kick kid kill kind kinder king kitchen kite knee knew knife knock know label labels lace laces lack
    lacy ladder lady lake lamb lamp land landline lane language lap lapse laptops large larger laser lashed
    last lasts late later latter laugh law lawn layer lazy lead leader leaf league lean leap learn leave led
    left leg legal lemon lend length lesson letter level library lie life lift light like likely limit line
    lion lip list listen litter little live load loan local lock locket logbook logic lonely long look loose
    lord lose loss lost lot loud love lovely low luck lunch lung machine macro macron macros mad magic mail
    main major make male man manage managed manages manger manner many map march mark market marry mask mass
    master match mate material matted matter maximum maxtor may maybe mayor meal mean measure meat media
    medium meet member mental mention menu mercy mere message messy metal method micro micron microphone
    micros microwave middle might mile miles milk mill mind mine minor minute mirror mirrors miss mistake
    mister mix mixture mobile mobility mode model modem moderate modern modest module moment moments money
    month mood moon moral more morning most mother motion motor motorway mound mounds mount mountain mounted
    mounting mounts mouse mouth move moved movie much mud murder muscle music must myself nail naive naked
    name names narrow nasa nasal nasty nation native nature near nearly neat necessary neck need needle
    nerve nest net never new news next nice night nine noble nobody noise nokia none noon noose normal north
    nose notable notation note noted notepad notes notice noticed notified novel now number nurse nut oak
    obey object ocean odd off offer office often oil old older olive once one onion only ontology open opera
    opinion oppose option orange orbit order organ other ought our out outer outside oven over own owner
    pack page paid pain paint pair pale palm pan panel panic paper parade parent parity park part parties
    partition partner party pass passbook passed past paste path patient patter pattern patterns pause pay
    peace peak pear pen penalty pencil penny people pepper perfect perform performed perhaps period permit
    person pet phantom phase phases phone phoned phones phony photo photograph photographer photographs
    photon photos phrase piano pick picks picnic picture pictured pie piece pig pile pill pilot pin pine
    pink pipe pitch pixels pixie pizza place plaice plain plan plane planet plant plaster plastic plate
    plateau plates platoon platted platter platters play player plaza please plenty plot plug plus pocket
    pocketed poem poet point poison pole police policy polite pond pool poor pop porch pork port portrait
    position post pot potato pound pour poverty power prawn pray prefer prepare present press pretty prevent
    price pride priest prime prince print prior priority prison private prize probe problem process produce
    product profit program project promise prone proof proper properly property propped prosper protect
    proud prove public pull pump punch pupil pure purity push put queen quest question quick quiet quit
    quite race radar radio rafter rail rails rain rainy raise raised ran range ranger rank rapid rare rarity
    rate rather ratio raw reach read ready real really reason rebuilt recall receipt receive recent recipe
    reckon record recorded recorder recover recovery recruit recur red reduce refer reformed regard region
    relate related relax release remain remark remember remind remote removal remove removed remover render
    rent repair repeat reply report request rescue research rest restart resting restore restored restores
    restrict result retire return reveal review reward rhythm rice rich ride right ring riot ripe rise river
    rives road roast rob robot rock rocket rockets role roll roof room root rooted rope rose rotor rough
    round route routed row royal rub rubber rude ruin rule run rural rush sad safe said sail sailing sale
    salmon salt same sand sandals sandy satin sauce save saved saw say scale scared scatter scene school
    science score scout screen script sea seagate seagull seal search season seat second secret secure see
    seed seem selected self sell send sender sense sent serial series serif serious servant serve served
    server servers serves service serving set settle seven sever several severe severs sewing shade shadow
    shake shall shame shape share sharp shatter she sheep sheet shelf shell shelter shift shine ship shirt
    shiver shock shoe shoot shop shore short shot should shoulder shout show shower shut shy sick side sight
    sign signal silence silent silk silly silver simple since sing single sink sister sit site six size
    skill skin skip skirt sky slack slash slashing slave sleep slept slice slick slicks slide slight slim
    slip sliver slope slow small smart smarter smartest smartly smell smile smoke smooth snack snake snap
    snow soap social society sock socket sockets soft soil sold soldier solid solids solve some son song
    soon sore sorry sort soul sound soup source south space spare speak special speech speed spell spend
    spent spice spider spill spin spine spines spins spirit spit splashing split spoil spoke spoken spool
    spoon sport spot spray spread spring spun square stable stack staff stage stair stale stalk stamp stand
    star stare start state statement station statue stay steady steak steal steam steel steep steer stem
    step steroid steroids stick sticker stickers stickiness sticking sticks sticky still stinks stir stock
    stocks stole stomach stone stood stool stop stopped storage store storm story stove straight strange
    stranger strapped stray stream street strength stress stretch strict strike string strip stripe striped
    stripes stripped strips strong struck stuck student study stuff stupid style subject succeed such sudden
    suffer sugar suggest suit summer sun supper supply support suppose sure surface surfaces surge surgery
    surprise surround survey surveys sweet swerve swim swing switch sword symbol synergy synonym syntax
    system table tabled tables tablet tablets tabloid tack tail take tale talk tall tank tap tape target
    task taste taught tax taxi tea teach teacher team tear teeth tell temper ten tend tender tennis tense
    tent term terrible test text textbook than thank that thaw theft their them then there they thick thief
    thin thing things think third this thorn those though thought thread threat three threw throat throne
    through throw thumb thumbs thunder thyroid ticket tide tie tight tile time tin tinder tiny tip tire
    title toast today toe together token told tone tongue too took tool tooth top torn total touch tough
    tour toward towel tower town toy trace track tractor trade train tram trap trash travel tray treat tree
    trial tribe trick tried trim trip troop trouble truck true trunk trust truth try tube tune turn tutor
    twelve twice twin type typical ugly ultra unable uncle uncover under union unit unite until upon upper
    upset upstairs urge use used useful user usual utter vague valid valley value van vast vault verb versus
    very vessel video videos view village vine violin visit visual vital voice volume vote wage wait wake
    walk wall want war warm warn wash washed waste watch water wave way weak wealth weapon wear weather
    wedding week weigh weight weird welcome well west wet whale what wheat wheel when where whether which
    while white who whole whose why wide wife wild will wind window wine wing winter wire wise wish with
    within without wolf woman wonder wood wooden wool word words work worker world worry worse worst worth
    would wound wrap write writer wrong yard yarn year yearbook yellow yes yesterday yet yoke yolk young
    youth zero zone zoo zoology
    """
)
"""Lower case, without accents."""
