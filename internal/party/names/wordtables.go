package names

import "strings"

// wordTables are the small word lists of persons and companies.
type wordTables struct {
	titles map[string]byte

	arabicTitles map[string]bool // by arabicCode
	generic      map[string]bool // those of trades, too
	trades       map[string]bool
	stop         map[string]bool
	places       map[string]string // a country or part of the world: its short form
	shortFor     map[string]string // abbreviation: the word
}

func newWordTables() wordTables {
	t := wordTables{
		titles:       personTitles(),
		arabicTitles: arabicTitleCodes(),
		generic:      wordSet(genericWords + " " + tradeWords),
		trades:       wordSet(tradeWords),
		stop:         wordSet(strings.Join(stopWords, " ")),
		places:       map[string]string{},
		shortFor:     map[string]string{},
	}

	for _, group := range strings.Split(placeGroups, ";") {
		fs := strings.Fields(group)
		for _, f := range fs {
			t.places[f] = fs[0]
		}
	}

	for _, group := range strings.Split(abbreviations, ";") {
		fs := strings.Fields(group)
		for _, f := range fs[1:] {
			t.shortFor[f] = fs[0]
		}
	}

	return t
}

func wordSet(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

// genericWords are shared by so many company names that they tell little.
const genericWords = `group holding holdings international global worldwide enterprises enterprise industries industry industrial
services service solutions systems system technologies technology technical consulting consultants consultancy
management partners associates ventures venture commerce commercial development devt devpt dvlpmt dvpt
developments company companies business network networks brothers sons gruppe groupe grupo gruppo deutschland
nationale national federal general first united central organization organisation cooperation complex
corporation republic scientific`

// tradeWords are likewise, and say what a company deals in: Apple is no bank.
const tradeWords = `capital investments investment finance financial trading trade traders properties property realty manufacturing
products production productions communications media studio studios software digital data labs laboratories
laboratory research engineering construction contractors builders logistics transport transportation shipping
supply supplies distribution distributors retail stores store shop market markets marketing agency bank banking
insurance fund funds trust foundation association society institute university college school center centre
health healthcare medical care pharma pharmaceuticals foods food beverages restaurant restaurants cuisine grill
cafe bar bistro deli kitchen room bakery pizza pizzeria diner steakhouse bbq barbecue hotel hotels resorts
travel energy power oil gas resources mining electric electronics motors auto automotive design designs import
export imports exports handels handel verwaltungs beteiligungs vertriebs marine maritime offshore petroleum
petrochemical petrochemicals chemical chemicals steel aviation airlines airways aerospace cargo freight
forwarding exchange agricultural agriculture machinery equipment textile textiles printing publishing tobacco
security charity charitable ministry authority`

// stopWords are articles, prepositions and conjunctions, a language a row.
var stopWords = []string{
	"the and of for in at on by a an",
	"de la el los las y del",
	"de la le les du des et",
	"der die das und von des",
	"de der van",
	"di del della da la le e",
	"de do da dos das e a",
	"al",
}

// placeGroups lists words that name a country or a part of the world in company names, one place
// a group.
const placeGroups = `usa us america american;uk britain british gb;germany deutschland german;france french;spain espana;italy italia;china chinese;japan nippon nihon;
india indian hindustan;canada canadian;australia australian;brazil brasil;mexico;russia russian rossiya;poland
polska;netherlands nederland holland;switzerland schweiz suisse swiss;
austria osterreich;belgium belgique;sweden sverige;norway norge;denmark danmark;finland suomi;ireland;turkey
turkiye;korea;singapore;malaysia;indonesia;thailand;vietnam;
europe european europa;asia asian;africa african;pacific;emea;apac;latam;hongkong;taiwan;israel;ukraine ukraina;north
northern;south southern;east eastern;west western;middle`

// abbreviations of company names: the word, then its short forms and other spellings.
const abbreviations = `international intl intnl int internatl internat;manufacturing mfg manuf;
manufacturers mfrs;technologies technology tech techs;services service svcs svc serv;
systems system sys;solutions solution soln solns;brothers bros;associates associated assoc assocs assn;association
asn;management mgmt mngmt mgt mngt;development dev developments devt;
industries industry inds ind indus;holdings holding hldgs hldg hlds;enterprises enterprise ent entpr;group grp gp
groupe gruppe grupo gruppo;national natl nat nl;american amer;university univ;
department dept;laboratories laboratory lab labs;communications communication comm comms;corporation corp;engineering
engg engng eng engrg;electronics electronic elec electr;construction constr const;
distribution distributors dist distrib;insurance ins;financial fin finance;investments investment invt invts invmt
invst inv invest;properties property prop props;products product prod prods;transportation transport trans transp;
hospital hosp;center centre ctr cntr;company co coy cmpy companies cos;resources resource res;pharmaceuticals
pharmaceutical pharma pharm;consulting consultants consultancy cons consult;marketing mktg mkt;
government govt gov;saint st;mount mt;fort ft;street str;first 1st;second 2nd;third 3rd;fourth 4th;fifth
5th;incorporated inc;limited ltd;partners partner ptnrs;restaurants restaurant rest;equipment equip eqpt;
commercial comml;general gen genl;mechanical mech;medical med;chemical chem chemicals;petroleum petrol pet;aviation
avn;automotive auto;advertising advtg adv;business bus;trading trdg trd tradg trade;advanced adv;
brewing brew brewery;colour color;theatre theater;organisation organization org;jewellery jewelry jewelers
jewellers;tyre tire tyres tires;grey gray;
bank bk bnk;shipping shpg shipg shpng shipng;exchange exch exchg;foundation fdn fndtn foundn;petrochemical petchem
petrochem petrochemicals;organization orgn;agency agcy agy;
industrial indl indstl;machinery mchy mach;transport trpt transpt;logistics logist lgstcs;cooperation coopn;authority
auth authy;enterprises entprs;ministry minstry`
