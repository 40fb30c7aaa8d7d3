package names

import (
	"sort"
	"strings"
)

// addressTables are the words of postal addresses by their abbreviation in United States Postal
// Service Publication 28 (appendices B, C1 and C2), with the usual words of other languages.
type addressTables struct {
	types      map[string]string // street, str: ST
	directions map[string]string // north: N
	units      map[string]string // apartment: APT
	states     map[string]string // new south wales: NSW
	countries  map[string]string // ISO 3166-1 alpha-2
	spelled    []string          // the street types of five letters or more, for slips in them
	spelledOf  map[string]string // st: street
	quarters   map[string]string // n: north
	ordinals   map[string]string // 5th: fifth
	words      map[string]bool   // what streets are named with beside people
	longest    int               // words of the longest state or country
}

func newAddressTables() addressTables {
	t := addressTables{
		types:      map[string]string{},
		directions: map[string]string{},
		units:      map[string]string{},
		states:     map[string]string{},
		countries:  map[string]string{},
		spelledOf:  map[string]string{},
		quarters:   map[string]string{},
		ordinals:   map[string]string{},
		words:      wordSet(streetWords),
	}
	fill := func(m map[string]string, text string) {
		for _, group := range strings.Split(text, ";") {
			fs := strings.Fields(group)
			if len(fs) == 0 {
				continue
			}
			for _, f := range fs {
				m[f] = fs[0]
			}
		}
	}

	phrases := func(m map[string]string, text string) {
		for _, group := range strings.Split(text, ";") {
			key, names, _ := strings.Cut(strings.TrimSpace(group), " ")
			m[key] = key
			for _, n := range strings.Split(names, ",") {
				n = strings.TrimSpace(n)
				t.longest = max(t.longest, strings.Count(n, " ")+1)
				if n != "" {
					m[n] = key
				}
			}
		}
	}

	fill(t.types, streetTypes)
	for w := range t.types {
		if len(w) >= 5 {
			t.spelled = append(t.spelled, w)
		}
	}

	sort.Strings(t.spelled)
	t.spellTypes()

	fill(t.directions, compass)
	for group := range strings.SplitSeq(compass, ";") {
		fs := strings.Fields(group)
		t.quarters[fs[0]] = fs[1]
	}
	for spelled, short := range ordinalWords {
		if ordinal(short) {
			t.ordinals[short] = spelled
			t.words[spelled] = true
		}
	}

	fill(t.units, "apt apartment appt;ste suite;unit;fl floor flr;rm room;bldg building;flat;dept department;lot;spc space;trlr trailer;ph penthouse;bsmt basement;hngr hangar;frnt front;lvl level;shop;off office;box pmb")
	phrases(t.states, stateNames)
	phrases(t.countries, countryNames)
	return t
}

// spellTypes finds how the street types are written in full: the group of each begins with its abbreviation, and what
// that is short for comes next.
func (t *addressTables) spellTypes() {
	for group := range strings.SplitSeq(streetTypes, ";") {
		fs := strings.Fields(group)
		if len(fs) == 0 {
			continue
		}
		t.spelledOf[fs[0]] = fs[0]
		if len(fs) > 1 && len(fs[1]) > len(fs[0]) {
			t.spelledOf[fs[0]] = fs[1]
		}
	}
}

const compass = "n north no;s south so;e east;w west;ne northeast;nw northwest;se southeast;sw southwest"

// streetWords are words that streets are often named with beside people's names: trees, birds, land and water,
// buildings, trades, ranks, virtues, places and their endings. Two of them are two streets, however alike they are.
const streetWords = `north south east west oak elm ash pine fir cedar maple marple birch beech poplar walnut chestnut
hickory spruce hemlock cypress willow alder aspen sycamore magnolia locust laurel holly ivy olive palm peach pear plum
apple cherry lemon orange mulberry hawthorn juniper redwood rosewood linden lime vine rose lily violet iris heather
fern clover meadow prairie moss reed rush dune desert heath cotton wheat barley eagle hawk falcon robin dove swan
heron crane raven lark quail pheasant deer elk fox wolf bear beaver buck doe fawn hill hall mill dale vale glen dell
hollow ridge crest summit mount mountain valley canyon cliff bluff rock stone granite marble slate sand clay lake pond
creek brook river stream spring fountain wells falls ford ferry bay cove harbor harbour ocean sea shore beach coast
island isle cape point lagoon marsh forest wood woods grove orchard garden gardens field fields farm park green grand
great long short high low upper lower old new broad narrow main centre center market church chapel temple abbey priory
cathedral castle court bridge gate tower wall school college university academy library station railroad railway canal
dock pier wharf port quay depot factory foundry commerce industrial exchange bank union liberty freedom independence
constitution republic federal state capitol capital congress president senate king kings queen queens prince princess
duke earl regent regency royal crown castle knight victoria victory alexandra albert albany arthur albion washington
wellington lincoln jefferson jackson madison monroe adams franklin columbus lafayette hamilton hampton clinton clifton
clayton carlton charlton carleton bedford radford redford stanford stafford stratford oxford cambridge harvard
princeton yale windsor chester manchester lancaster york london bristol norfolk suffolk essex sussex kent devon
cornwall derby warwick worcester gloucester richmond arlington lexington concord salem boston charleston georgia
virginia carolina florida texas california colorado nevada oregon dakota montana michigan illinois indiana ohio iowa
kansas missouri mississippi tennessee kentucky alabama louisiana delaware maryland pennsylvania jersey maine vermont
hampshire ashford ashfield ashworth woodland woodlawn woodward woodford woodside woodbury westwood eastwood northwood
southwood westfield eastfield northfield southfield westgate eastgate northgate southgate greenwood greenwich
greenfield brookside brookfield brookdale riverside riverview lakeside lakeview hillside hillcrest highland highlands
holland sunset sunrise sunny sunnyside fairview fairfield fairmont pleasant prospect mountainview oakwood oakland
elmwood pinewood cedarwood maplewood rosemont melrose montrose glenwood glendale edgewood parkway parkside parkview
newton norton newtown preston prescott weston walton wilton dalton melton milton hilton burton barton buxton stanton
stanley ashley shirley henley burnley finley broadway boundary circle crescent cross corner mission academy pioneer
frontier heritage colonial village hamlet manor lodge cottage estate plantation ranch mill miller baker cooper carter
fisher hunter shepherd smith mason taylor archer potter weaver saddle anchor beacon lighthouse star moon sun silver
gold golden copper iron diamond ruby pearl crystal amber coral hope faith grace mercy peace harmony welcome friendship
eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth
twentieth greek roman french dutch german english spanish irish`

const streetTypes = `st street str strt streets sts strasse;ave avenue av aven avenu;rd road;blvd boulevard boul boulv blv bd bvd;dr drive drv driv;ln lane la;ct court crt;pl place;sq square sqr;
ter terrace terr tce;cir circle circ;way wy;pkwy parkway pky parkwy;hwy highway hiway;trl trail;aly alley;pike;plz plaza plza;cres crescent crsnt;loop;row;xing crossing;pt point;
cv cove;path;run;walk;mews;gdns gardens;grv grove gr;hts heights;hl hill;is island;jct junction;mnr manor;mdws meadows;psge passage;rdg ridge;riv river;sta station;vly valley;vlg village vlge;
expy expressway;fwy freeway;turnpike tpke;brg bridge;byp bypass;ctr center centre;est estate;xrd crossroad;cl close;cct circuit cirt;esp esplanade;pde parade;lk lake;gte gate;spur;vw view;wharf;quay;
platz;weg;allee;gasse;ring;damm;ufer;rue;chemin;quai;calle c;avenida avda;paseo;plaza;camino;carrera cra;via;viale;piazza;corso;rua;travessa;praca;ulica ul;prospekt pr;pereulok;laan;straat;plein;gata;vej;gade;vei;katu;tie;utca;u`

// stateNames are states and provinces of the United States, Canada and Australia: the postal code,
// then the name.
const stateNames = `al alabama;ak alaska;az arizona;ar arkansas;ca california,calif;co colorado;ct connecticut;de delaware;fl florida;ga georgia;hi hawaii;id idaho;il illinois;in indiana;ia iowa;ks kansas;
ky kentucky;la louisiana;me maine;md maryland;ma massachusetts,mass;mi michigan;mn minnesota;ms mississippi;mo missouri;mt montana;ne nebraska;nv nevada;nh new hampshire;nj new jersey;nm new mexico;
ny new york;nc north carolina;nd north dakota;oh ohio;ok oklahoma;or oregon;pa pennsylvania;ri rhode island;sc south carolina;sd south dakota;tn tennessee;tx texas;ut utah;vt vermont;va virginia;
wa washington,western australia;wv west virginia;wi wisconsin;wy wyoming;dc district of columbia;pr puerto rico;
on ontario;qc quebec;bc british columbia;ab alberta;mb manitoba;sk saskatchewan;ns nova scotia;nb new brunswick;nl newfoundland;pe prince edward island;
nsw new south wales;vic victoria;qld queensland;tas tasmania;act australian capital territory;nt northern territory`

const countryNames = `us usa,united states,united states of america,u s a;gb uk,united kingdom,great britain,england,scotland,wales,northern ireland;ca canada;au australia;de germany,deutschland;fr france;es spain,espana;
it italy,italia;nl netherlands,the netherlands,nederland;be belgium,belgique,belgie;ch switzerland,schweiz,suisse,svizzera;at austria,osterreich;ie ireland;nz new zealand;in india;cn china;jp japan;
br brazil,brasil;mx mexico;pl poland,polska;se sweden,sverige;no norway,norge;dk denmark,danmark;fi finland,suomi;pt portugal;ru russia,russian federation;ua ukraine;gr greece;tr turkey,turkiye;za south africa;
sg singapore;hk hong kong;kr south korea,korea;il israel;ae united arab emirates,uae`
