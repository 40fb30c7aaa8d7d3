package sanctions

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// culture is how names of a region are made, for lists that look like the real ones.
type culture struct {
	given, middle, family []string
	make                  func(c *culture, r *rand.Rand) (given, family string)
	cyrillic              bool
}

func fields(s string) []string { return strings.Fields(s) }

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

// stems joins each beginning with each ending.
func stems(begin, end string) []string {
	var out []string
	for _, b := range fields(begin) {
		for _, e := range fields(end) {
			out = append(out, b+e)
		}
	}
	return out
}

func threePart(c *culture, r *rand.Rand) (string, string) {
	return pick(r, c.given) + " " + pick(r, c.middle), pick(r, c.family)
}

func twoPart(c *culture, r *rand.Rand) (string, string) { return pick(r, c.given), pick(r, c.family) }

func arabicParts(c *culture, r *rand.Rand) (string, string) {
	given := pick(r, c.given) + " " + pick(r, c.given)
	switch r.IntN(4) {
	case 0:
		given = pick(r, c.given)
	case 1:
		given += " " + pick(r, c.given)
	}
	family := pick(r, c.family)
	if r.IntN(2) == 0 {
		family = "al-" + family
	}
	return given, family
}

func twoFamilies(c *culture, r *rand.Rand) (string, string) {
	return pick(r, c.given), pick(r, c.family) + " " + pick(r, c.family)
}

func cultures() []culture {
	return []culture{
		{make: threePart, cyrillic: true,
			given:  fields("Aleksandr Sergei Dmitri Vladimir Andrei Igor Yuri Nikolai Viktor Oleg Mikhail Pavel Roman Boris Konstantin Anatoly Gennady Leonid Maksim Vyacheslav Evgeny Alexei Ruslan Timur Grigory Stanislav Valery Denis Kirill Arkady Elena Olga Tatiana Natalia Irina Svetlana Marina Ekaterina Anna Galina"),
			middle: fields("Aleksandrovich Sergeyevich Dmitriyevich Vladimirovich Andreyevich Igorevich Yuryevich Nikolayevich Viktorovich Olegovich Mikhailovich Pavlovich Borisovich Anatolyevich Leonidovich Ivanovich Petrovich Vasilyevich Gennadyevich Konstantinovich"),
			family: stems("Kuzn Bel Chern Gor Zakhar Kalash Rogov Timosh Vor Dol Med Sav Kirill Tark Lukash Morov Shev Prig Patr Deg Mant Kov Timch Rotenb Us Glaz Khod Sech Mill Pesk Star Yak Zhir Nab Oreshk Filat Gusk Tkach Borod Luk", "in ov enko sky ev chuk anov")},
		{make: arabicParts,
			given:  fields("Mohammed Ahmad Ali Hassan Hussein Ibrahim Khalid Omar Abdullah Abdulrahman Mahmoud Yusuf Said Mustafa Tariq Hamid Karim Faisal Nasser Saleh Jamal Samir Adnan Rashid Walid Ziad Bashir Fadi Anwar Ismail Sulaiman Zakaria Hamza Bilal Usama Ayman Qasim Jabir Nabil Mansour"),
			family: append(stems("Bagh Tikr Mosul Halab Shark Masr Zahr Qurash Tamim Shamm Dulaym Jubur Hashim Fawz Rawn", "dadi iti awi abi awy"), fields("Zawahiri Harzi Barqawi Masri Libi Iraqi Suri Yamani Jaziri Maghribi Ghamdi Qahtani Otaibi Harbi Shehri Zahrani Dosari Rubaish Houthi Badreddin Mughniyah Nasrallah Qassem Haniyeh Sinwar Deif Zarqawi Adnani Shishani Baghdadi Anbari Turkmani Bilawi Khatib Hakim Najjar Haddad Khoury")...)},
		{make: twoPart,
			given:  fields("Mohammad Ali Hossein Reza Mehdi Hassan Amir Ahmad Masoud Majid Saeed Davoud Esmail Gholam Behrouz Farhad Kamran Mahmoud Mohsen Morteza Naser Parviz Rahim Rostam Sadegh Vahid Yousef Zahra Fatemeh Maryam"),
			family: stems("Karim Ahmad Rezai Hosse Mohamm Jafar Rahim Sadegh Ghasem Moradi Soltan Bagher Khosra Farah Heidar Shahr Akbar Tavak Najaf Esfah", "i zadeh pour nejad ian nia vand far")},
		{make: twoPart,
			given:  stems("Song Chol Kwang Yong Myong Tong Il Kyong Pong Su Jong Hyon Kum Tae Chun Won Nam Hak", "-il -nam -su -chol -guk -myong -hui -ju -yong -sik -ho -song -ryong -hong -ung -gun -jin -min"),
			family: fields("Kim Ri Pak Choe Jong Kang Jo Yun Jang Rim Han O So Sin Kwon Hwang An Song Ryu Hong Jon Ko Mun Son Pae")},
		{make: twoPart,
			given:  stems("Wei Jian Guo Xiao Hai Zhi Jin Yong Li Ming Xue Chun Dong Feng Guang Hong Kai Long Pei Rui Shao Tian Wen Xin Yi Zhen", "guo qiang ming feng ping kang jun hua dong lei sheng lin wei wen fei yan fang yu bo fan"),
			family: fields("Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Tang Deng Feng Cao Peng Zeng Xiao")},
		{make: twoFamilies,
			given:  fields("Jose Juan Carlos Luis Jorge Miguel Pedro Rafael Fernando Manuel Ricardo Alejandro Diego Hector Ismael Joaquin Nicolas Delcy Tibisay Maikel Gustavo Hugo Ramon Sergio Raul Arturo Ernesto Javier Marco Ovidio"),
			family: fields("Garcia Rodriguez Martinez Hernandez Lopez Gonzalez Perez Sanchez Ramirez Torres Flores Rivera Gomez Diaz Morales Reyes Cruz Ortiz Gutierrez Chavez Ruiz Alvarez Castillo Moreno Romero Herrera Medina Aguilar Vargas Guzman Zambada Beltran Salazar Cabello Saab Rangel Maduro Moros Benavides Reverol Padrino Quintero Felix Arellano Carrillo Coronel Loera")},
		{make: twoPart,
			given:  fields("Milorad Zoran Goran Dragan Slobodan Nenad Ratko Radovan Milan Aleksandar Nebojsa Bojan Dejan Predrag Stevan Ante Ivica Josip Agim Ramush Hashim Fatmir Besim Arben Ilir"),
			family: stems("Dod Karadz Mlad Petrov Jovanov Nikol Stank Milos Todor Radul Kov Bog Zivk Rist Vulov", "ik ic evic ovic jevic")},
		{make: twoPart,
			given:  fields("Bosco Laurent Sylvestre Frank Innocent Callixte Ignace Felicien Protais Augustin Thomas Germain Mathieu Jamil Joseph Dominic Okot Vincent Charles Salva Riek Paul Gabriel Marial Santino Abdelkader Iyad Amadou Oumar Boubacar"),
			family: stems("Nta Mudac Kabu Bwam Kako Lub Nkund Maken Runi Iyam Odhi Kony Otti Machar Chan Malong Diall Trao Ouedr Koul", "ganda umura nzi bale rere anga ga ka yo ali")},
	}
}

// generator makes lists and the queries that go with them, the same ones for the same seed.
type generator struct {
	r        *rand.Rand
	cultures []culture
}

func newGenerator(seed uint64) *generator {
	return &generator{rand.New(rand.NewPCG(seed, 7)), cultures()}
}

// party makes one party with a primary name and some aliases.
func (g *generator) party(ref string) Party {
	p := Party{Ref: ref, Programs: []string{"TEST"}, Country: "RU", Births: []string{fmt.Sprintf("%d-0%d-1%d", 1940+g.r.IntN(60), 1+g.r.IntN(9), g.r.IntN(9))}}
	switch n := g.r.IntN(100); {
	case n < 55:
		p.Type = Individual
		given, family := g.person()
		p.Names = append(p.Names, Name{Text: given + " " + family, Reading: strings.ToUpper(family) + ", " + given, Primary: true})
		for range g.r.IntN(5) {
			gv, f := g.alias(given), g.alias(family)
			if g.r.IntN(4) == 0 {
				gv, f = g.person()
			}
			p.Names = addName(p.Names, Name{Text: gv + " " + f, Reading: strings.ToUpper(f) + ", " + gv, Weak: g.r.IntN(6) == 0})
		}
	case n < 90:
		p.Type = Entity
		p.Births = nil
		name := g.company()
		p.Names = append(p.Names, Name{Text: name, Primary: true})
		for range g.r.IntN(5) {
			other := g.alias(name)
			if g.r.IntN(3) == 0 {
				other = g.company()
			}
			p.Names = addName(p.Names, Name{Text: other, Weak: g.r.IntN(8) == 0})
		}
	default:
		p.Type, p.Births = Vessel, nil
		p.Names = append(p.Names, Name{Text: g.vessel(), Primary: true})
		for range g.r.IntN(4) {
			p.Names = addName(p.Names, Name{Text: g.vessel()})
		}
	}
	return p
}

func (g *generator) person() (given, family string) {
	c := &g.cultures[g.r.IntN(len(g.cultures))]
	return c.make(c, g.r)
}

var (
	companyHeads = stems("Neft Gaz Metall Stroy Prom Tekh Avia Trans Agro Khim Energo Rus Ural Sibir Volga Baltic Kaspi Dnepr Arvand Pars Kish Sepah Ghadir Mapna Zagros Alborz Damavand Sahand Karoon Qods Nour Badr Furqan Hilal Rafid Dijla Furat Sham Bahr Korys Pyong Ryon Taep Chong Namg Ryug Hwang Samj Moran", "service invest holding plus impex bank group line star co mash export san gyong ong")
	companyTails = fields("Trading Shipping General Industries International Holding Investment Engineering Technology Construction Petroleum Services Export Import Logistics Electronics Aviation Marine Mining Exchange Foundation Bank Insurance Commercial Development")
	legalForms   = fields("LLC Ltd JSC OOO PJSC GmbH FZE S.A. Co. Corporation Limited Inc PAO")
	places       = fields("Tehran Moscow Damascus Pyongyang Dubai Beirut Minsk Caracas Havana Khartoum Sanaa Baghdad Istanbul Kabul Tripoli")
	shipWords    = fields("Ocean Star Sea Pacific Northern Blue Silver Golden Arctic Eastern Lucky Grand Noble Swift Crystal Royal Orient Global Sunny Brave")
	shipNouns    = fields("Pioneer Voyager Horizon Dawn Pearl Spirit Falcon Lion Breeze Wave Trader Fortune Harmony Glory Legend Guardian Queen Eagle Dragon Phoenix")
)

func (g *generator) company() string {
	parts := []string{pick(g.r, companyHeads)}
	if g.r.IntN(3) == 0 {
		parts = append([]string{pick(g.r, places)}, parts...)
	}
	for range 1 + g.r.IntN(2) {
		parts = append(parts, pick(g.r, companyTails))
	}
	if g.r.IntN(3) > 0 {
		parts = append(parts, pick(g.r, legalForms))
	}
	return strings.Join(parts, " ")
}

func (g *generator) vessel() string {
	s := pick(g.r, shipWords) + " " + pick(g.r, shipNouns)
	if g.r.IntN(3) == 0 {
		s += fmt.Sprint(" ", 1+g.r.IntN(12))
	}
	return s
}

// spellings are pairs of ways to write one sound, as seen between the lists.
var spellings = [][2]string{
	{"Mohammed", "Muhammad"}, {"Mohammad", "Mohamed"}, {"Hussein", "Husayn"}, {"Hossein", "Hussain"}, {"Yusuf", "Yousef"}, {"Ahmad", "Ahmed"}, {"Said", "Saeed"},
	{"Sergei", "Sergey"}, {"Dmitri", "Dmitriy"}, {"Yuri", "Iurii"}, {"Nikolai", "Nikolay"}, {"Evgeny", "Yevgeniy"}, {"Aleksandr", "Alexander"}, {"Mikhail", "Mikhael"}, {"Andrei", "Andrey"},
	{"kh", "h"}, {"sky", "skiy"}, {"yev", "ev"}, {"zh", "j"}, {"ou", "u"}, {"ee", "i"}, {"ts", "tz"}, {"ks", "x"}, {"iy", "y"}, {"ov", "off"}, {"ch", "tch"}, {"q", "k"}, {"w", "v"}, {"aw", "aou"}, {"dj", "j"}, {"ph", "f"}, {"i", "y"},
	{"al-", "Al "}, {"al-", "el-"}, {"ic", "ich"}, {"c", "k"},
}

// alias is a name in another spelling.
func (g *generator) alias(s string) string {
	for range 3 {
		p := spellings[g.r.IntN(len(spellings))]
		if g.r.IntN(2) == 0 {
			p[0], p[1] = p[1], p[0]
		}
		s = strings.Replace(s, p[0], p[1], 1)
	}
	return s
}

// list makes a list of n parties.
func (g *generator) list(id string, n int) Source {
	src := Source{ID: id}
	for i := range n {
		src.Parties = append(src.Parties, g.party(fmt.Sprintf("%s-%d", id, i)))
	}
	return src
}
