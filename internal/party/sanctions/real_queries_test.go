package sanctions

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// inquiry makes the queries that somebody would send for a listed party; empty when there is none.
type inquiry struct {
	row  string // of the table in docs/quality/screen.md
	name string
	make func(r *rand.Rand, p *Party) string
}

// formEnd and formStart are the legal forms of listed names that the queries replace.
var (
	formEnd = regexp.MustCompile(`(?i)[ ,]+(limited liability company|` +
		`(public |open |closed |private )?joint[- ]stock company|` +
		`(private )?co(mpany|\.)?,? (private )?(limited|ltd\.?)|limited|ltd\.?|llc|l\.l\.c\.|inc\.?|corp\.?|` +
		`corporation|` +
		`pjsc|ojsc|jsc|fze|company|co\.)$`)
	formStart = regexp.MustCompile(`(?i)^(limited liability company|(public |open |closed |private )?` +
		`joint[- ]stock company) `)
)

// coreName is an entity's name without its legal form, empty where that is not plain.
func coreName(p *Party) string {
	if p.Type != Entity {
		return ""
	}
	name := formStart.ReplaceAllString(p.Names[0].Text, "")
	name = formEnd.ReplaceAllString(name, "")
	name = strings.Trim(name, " ,")
	if name == p.Names[0].Text || len(strings.Fields(name)) == 0 || len(name) < 6 {
		return ""
	}
	return name
}

// otherForms are written before (^) or after a name in place of its legal form.
func otherForms() []string {
	return []string{
		"^JOINT STOCK CO", "JT STK CO", "LIMITED LIABILITY CO", "^LIMITED LIABILITY CO", "^Public Joint Stock Co",
		"COMPANNY", "LIMITED LIABILTY COMPANY",
		"^OPEN JOINT STOCK COMPANY", "JOINT-STOCK CO.", "LTD LIABILITY COMPANY", "LIMTED",
		"PUBLIC JOINT STOCK COMPANY", "CO LTD", "CO., LIMITED", "COMPANY LTD",
		"CORPORATON", "^LLC", "^PJSC", "JSC", "L.L.C.", "PVT LTD", "(PVT) LTD", "(LLC)", "S.A.", "SOCIETE ANONYME",
		"Closed Joint Stock Co", "LTD CO", "INCORPORATD", "LIAB CO", "Jnt Stk Co",
		"Sociedad Anonima", "Sociedad de Responsabilidad Limitada", "Private Joint-Stock Company", "GmbH", "LMTD",
		"CMPNY LTD", "^Joint-Stock Company", "Joint Stock Comp", "PRIVATE LTD CO",
	}
}

// shortened are abbreviations of words as payment messages and port papers have them.
var shortened = map[string][]string{
	"INTERNATIONAL": {"INTL", "INT'L", "INTNL"}, "INVESTMENT": {"INVT", "INVMT", "INV"}, "INVESTMENTS": {"INVTS",
		"INVESTMTS"}, "ENGINEERING": {"ENGG", "ENGRG", "ENG", "ENGNG"},
	"COMPANY": {"CO", "COY", "CMPY"}, "CORPORATION": {"CORPN", "CORP"}, "DEVELOPMENT": {"DEVT", "DEVPT", "DEV",
		"DVLPMT"}, "INDUSTRIES": {"INDS", "INDUS"}, "INDUSTRIAL": {"INDL", "INDUS"},
	"SHIPPING": {"SHPG", "SHIPG", "SHPNG"}, "TRADING": {"TRDG", "TRADG", "TRD"}, "TECHNOLOGY": {"TECH", "TECHNOL"},
	"PETROLEUM": {"PETR", "PETROL"}, "PETROCHEMICAL": {"PETCHEM", "PETROCHEM"},
	"INSTITUTE": {"INST", "INSTIT"}, "GENERAL": {"GEN", "GENL"}, "ORGANIZATION": {"ORG", "ORGN", "ORGANISATION"},
	"MANAGEMENT": {"MGMT", "MGT", "MNGMT"}, "ENERGY": {"ENRGY"}, "SERVICES": {"SVCS", "SERV", "SRVCS"},
	"CONSTRUCTION": {"CONST", "CONSTR", "CNSTR"}, "MARITIME": {"MAR", "MARIT"}, "MARINE": {"MAR"},
	"NATIONAL": {"NATL", "NAT"}, "GROUP": {"GRP", "GP"}, "HOLDING": {"HLDG", "HOLDG"}, "HOLDINGS": {"HLDGS"},
	"EXCHANGE": {"EXCH", "EXCHG"}, "FOUNDATION": {"FDN", "FOUND", "FNDTN"}, "TRANSPORT": {"TRANSP", "TRPT"},
	"MANUFACTURING": {"MFG", "MANUF", "MNFG"}, "COMMERCIAL": {"COMM", "COMML", "CML"},
	"RESEARCH": {"RES", "RSRCH"}, "CENTER": {"CTR", "CENTRE", "CNTR"}, "REPUBLIC": {"REP"}, "AGENCY": {"AGCY",
		"AGY"}, "EQUIPMENT": {"EQPT", "EQUIP"}, "COOPERATION": {"COOP"}, "INSURANCE": {"INS", "INSUR"},
	"DEPARTMENT": {"DEPT"}, "MINISTRY": {"MIN"}, "GOVERNMENT": {"GOVT"}, "ELECTRONICS": {"ELEC", "ELECTR"},
	"PROPERTIES": {"PROPS"}, "ENTERPRISE": {"ENT", "ENTPR"}, "ENTERPRISES": {"ENTPRS", "ENTS"},
	"MACHINERY":  {"MACH", "MCHY"},
	"SCIENTIFIC": {"SCI"}, "PRODUCTION": {"PROD", "PRODN"}, "INDUSTRY": {"IND", "INDY"}, "BANK": {"BK"},
	"CHEMICAL": {"CHEM"}, "CHEMICALS": {"CHEMS"}, "LOGISTICS": {"LOG", "LOGS"}, "DISTRIBUTION": {"DIST", "DISTR"},
}

func shortenWord(r *rand.Rand, p *Party) string {
	if p.Type != Entity {
		return ""
	}
	words := strings.Fields(strings.ToUpper(p.Names[0].Text))
	var long []int
	for i, w := range words {
		if shortened[w] != nil {
			long = append(long, i)
		}
	}
	if len(long) == 0 || len(words) == len(long) {
		return ""
	}
	for _, i := range long {
		if len(long) == 1 || r.IntN(3) > 0 {
			words[i] = pick(r, shortened[words[i]])
		}
	}
	out := strings.Join(words, " ")
	if out == strings.ToUpper(p.Names[0].Text) {
		return ""
	}
	return out
}

// shipMarks are written before a ship's name.
var shipMarks = []string{"M/V ", "MV ", "M.V. ", "MT ", "M/T ", "", "", ""}

var arabicNames = func(r *rand.Rand, p *Party, keep func(string) bool) string {
	var ns []string
	for _, n := range p.Names {
		if isArabic(n.Text) && keep(n.Text) {
			ns = append(ns, n.Text)
		}
	}
	if len(ns) == 0 {
		return ""
	}
	return ns[0]
}

// fullNames divides a listed person: one word first, middle words, last. ok is false for shorter names.
func fullNames(p *Party) (first, second, last string, ok bool) {
	given, family, ok := given(p)
	w := strings.Fields(given)
	if !ok || len(w) < 2 || len(strings.Trim(w[0], ".")) < 3 || len(strings.Trim(w[1], ".")) < 2 {
		return "", "", "", false
	}
	return w[0], w[1], family, true
}

func otherLetter(r *rand.Rand, not string) string {
	for {
		l := string(rune('A' + r.IntN(26)))
		if !strings.EqualFold(l, not[:1]) && l != "X" && l != "Q" {
			return l
		}
	}
}

func writtenForms() []inquiry {
	return []inquiry{
		{"1 legal form", "legal form spelled out, shortened, misspelt, moved", func(r *rand.Rand, p *Party) string {
			core := coreName(p)
			if core == "" {
				return ""
			}
			form := pick(r, otherForms())
			if at, before := strings.CutPrefix(form, "^"); before {
				return at + " " + core
			}
			return core + " " + form
		}},
		{"1 cut", "cut at 35 characters", func(_ *rand.Rand, p *Party) string {
			if name := p.Names[0].Text; p.Type == Entity && len(name) > 35 && inLatin(name) {
				return strings.TrimSpace(name[:35])
			}
			return ""
		}},
		{"1 short words", "words shortened (INVT, ENGG)", shortenWord},
		{"1 vessel", "vessel with its number joined, or its kind before", func(r *rand.Rand, p *Party) string {
			words := strings.Fields(p.Names[0].Text)
			if p.Type != Vessel || len(words) < 2 {
				return ""
			}
			return pick(r, shipMarks) + strings.Join(words, "")
		}},
		{"1 spaces", "company with its spaces lost", func(_ *rand.Rand, p *Party) string {
			core := coreName(p)
			if n := len(strings.Fields(core)); n < 2 || n > 5 {
				return ""
			}
			return strings.Join(strings.Fields(p.Names[0].Text), "")
		}},
		{"3 Arabic", "the list's Arabic name", func(r *rand.Rand, p *Party) string {
			return arabicNames(r, p, func(string) bool { return true })
		}},
		{"3 Arabic", "the same without spaces", func(r *rand.Rand, p *Party) string {
			s := arabicNames(r, p, func(s string) bool { n := len(strings.Fields(s)); return n > 1 && n < 4 })
			return strings.Join(strings.Fields(s), "")
		}},
		{"3 title", "person with a title before", func(r *rand.Rand, p *Party) string {
			given, family, ok := given(p)
			if !ok {
				return ""
			}
			return pick(r,
				fields(titlesWritten)) + " " + given + " " + family
		}},
		{"5 initials", "First M. Last, his own middle name", func(_ *rand.Rand, p *Party) string {
			first, second, last, ok := fullNames(p)
			if !ok {
				return ""
			}
			return first + " " + second[:1] + ". " + last
		}},
		{"5 initials", "F. M. Last, his own names", func(_ *rand.Rand, p *Party) string {
			first, second, last, ok := fullNames(p)
			if !ok {
				return ""
			}
			return first[:1] + ". " + second[:1] + ". " + last
		}},
		{"5 initials", "F. Last, his own name", func(_ *rand.Rand, p *Party) string {
			first, _, last, ok := fullNames(p)
			if !ok {
				return ""
			}
			return first[:1] + ". " + last
		}},
	}
}

// strangers makes names of other people and firms that share much with a listed one.
func strangers() []inquiry {
	west := fields(westernNames)
	return []inquiry{
		{"5 initials", "Other I. Last: the initial is his first name's", func(r *rand.Rand, p *Party) string {
			given, family, ok := given(p)
			if !ok || len(given) < 2 {
				return ""
			}
			return pick(r, west) + " " + given[:1] + ". " + family
		}},
		{"5 initials", "First X. Last: another middle initial", func(r *rand.Rand, p *Party) string {
			first, second, last, ok := fullNames(p)
			if !ok || len(strings.Fields(last)) > 1 {
				return ""
			}
			return first + " " + otherLetter(r, second) + ". " + last
		}},
		{"5 initials", "X. Last: another initial", func(r *rand.Rand, p *Party) string {
			first, second, last, ok := fullNames(p)
			if !ok {
				return ""
			}
			return otherLetter(r, first+second) + ". " + last
		}},
	}
}

// swapped makes names of firms or people that are not listed from the words of two that are: the first words of one
// and the last ones of the other.
func swapped(r *rand.Rand, from []string, n int) []string {
	var out []string
	for range 40 * n {
		a, b := strings.Fields(pick(r, from)), strings.Fields(pick(r, from))
		if len(a) < 2 || len(b) < 2 || slices.Equal(a, b) || a[0] == b[0] {
			continue
		}
		out = append(out, strings.Join(append(a[:1:1], b[1:]...), " "))
		if len(out) == n {
			break
		}
	}
	return out
}

const (
	titlesWritten = `Ayatollah Sheikh Dr Dr. Haji General Gen. Maulana Mullah Sayyid Hajj Colonel Imam Mawlawi Prof.
Sheik Shaykh Hojjatoleslam Mufti Emir Brigadier Engineer Minister Alhaj Qari Ustad Sardar`
	westernNames = `James Robert Jennifer Michael Linda William Barbara Richard Susan Thomas Sarah Charles Karen Lisa
Nancy Matthew Betty Mark Ashley Steven Kimberly Kenneth Donna George Carol`
)
