package gdelt

import (
	"strings"

	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/problem"
)

// fipsCodes are the codes that GDELT has for countries (FIPS 10-4, as its list of countries has them), by ISO code.
// Palestine has one for each of its parts.
const fipsCodes = `AD:AN AE:AE AF:AF AG:AC AI:AV AL:AL AM:AM AO:AO AQ:AY AR:AR AS:AQ AT:AU AU:AS AW:AA AZ:AJ BA:BK BB:BB
BD:BG BE:BE BF:UV BG:BU BH:BA BI:BY BJ:BN BL:TB BM:BD BN:BX BO:BL BR:BR BS:BF BT:BT BV:BV BW:BC BY:BO BZ:BH CA:CA CC:CK
CD:CG CF:CT CG:CF CH:SZ CI:IV CK:CW CL:CI CM:CM CN:CH CO:CO CR:CS CU:CU CV:CV CX:KT CY:CY CZ:EZ DE:GM DJ:DJ DK:DA DM:DO
DO:DR DZ:AG EC:EC EE:EN EG:EG EH:WI ER:ER ES:SP ET:ET FI:FI FJ:FJ FK:FK FM:FM FO:FO FR:FR GA:GB GB:UK GD:GJ GE:GG GF:FG
GG:GK GH:GH GI:GI GL:GL GM:GA GN:GV GP:GP GQ:EK GR:GR GS:SX GT:GT GU:GQ GW:PU GY:GY HK:HK HM:HM HN:HO HR:HR HT:HA HU:HU
ID:ID IE:EI IL:IS IM:IM IN:IN IO:IO IQ:IZ IR:IR IS:IC IT:IT JE:JE JM:JM JO:JO JP:JA KE:KE KG:KG KH:CB KI:KR KM:CN KN:SC
KP:KN KR:KS KW:KU KY:CJ KZ:KZ LA:LA LB:LE LC:ST LI:LS LK:CE LR:LI LS:LT LT:LH LU:LU LV:LG LY:LY MA:MO MC:MN MD:MD ME:MJ
MF:RN MG:MA MH:RM MK:MK ML:ML MM:BM MN:MG MO:MC MP:CQ MQ:MB MR:MR MS:MH MT:MT MU:MP MV:MV MW:MI MX:MX MY:MY MZ:MZ NA:WA
NC:NC NE:NG NF:NF NG:NI NI:NU NL:NL NO:NO NP:NP NR:NR NU:NE NZ:NZ OM:MU PA:PM PE:PE PF:FP PG:PP PH:RP PK:PK PL:PL PM:SB
PN:PC PR:RQ PS:WE,GZ PT:PO PW:PS PY:PA QA:QA RE:RE RO:RO RS:RI RU:RS RW:RW SA:SA SB:BP SC:SE SD:SU SE:SW SG:SN SH:SH
SI:SI SJ:SV SK:LO SL:SL SM:SM SN:SG SO:SO SR:NS SS:OD ST:TP SV:ES SY:SY SZ:WZ TC:TK TD:CD TF:FS TG:TO TH:TH TJ:TI TK:TL
TL:TT TM:TX TN:TS TO:TN TR:TU TT:TD TV:TV TW:TW TZ:TZ UA:UP UG:UG US:US UY:UY UZ:UZ VA:VT VC:VC VE:VE VG:VI VI:VQ VN:VM
VU:NH WF:WF WS:WS XK:KV YE:YM YT:MF ZA:SF ZM:ZA ZW:ZI`

// fips are the codes by ISO code, iso the ISO codes by the codes of GDELT.
var fips, iso = func() (map[string][]string, map[string]string) {
	codes := map[string][]string{}
	back := map[string]string{}
	for pair := range strings.FieldsSeq(fipsCodes) {
		code, list, _ := strings.Cut(pair, ":")
		codes[code] = strings.Split(list, ",")
		for _, f := range codes[code] {
			back[f] = code
		}
	}
	return codes, back
}()

// nation is a country by both codes.
type nation struct {
	country.Country
	fips []string
}

// findCountry reads the input country: a name or an ISO code. The codes of GDELT are not taken: AU is Australia.
func findCountry(text *string) (*nation, error) {
	if text == nil {
		return nil, nil
	}
	found, err := country.Named("country", *text)
	if err != nil {
		return nil, err
	}
	if fips[found.Alpha2] == nil {
		return nil, problem.Invalid("country", "GDELT has no code for %s", found.Name)
	}
	return &nation{Country: found, fips: fips[found.Alpha2]}, nil
}

// nameOf is the name of a country by GDELT's code, "" for seas and the like.
func nameOf(code string) string {
	found, ok, err := country.Find(iso[code])
	if err != nil || !ok {
		return ""
	}
	return found.Name
}
