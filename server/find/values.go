package find

import (
	"net/mail"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

var (
	// domainName is a host under a suffix that a task can hardly mean otherwise: node.js and README.md are not.
	domainName = regexp.MustCompile(`^([a-z0-9-]+\.)+(com|org|net|gov|edu|io|co|dev|app|info|biz|shop|xyz|eu|uk|de)$`)
	evmAddress = regexp.MustCompile(`^0x[0-9a-f]{40}$`)
	evmHash    = regexp.MustCompile(`^0x[0-9a-f]{64}$`)
	ein        = regexp.MustCompile(`^[0-9]{2}-[0-9]{7}$`)
	nct        = regexp.MustCompile(`^nct[0-9]{8}$`)
	cve        = regexp.MustCompile(`^cve-[0-9]{4}-[0-9]{4,19}$`)
	doi        = regexp.MustCompile(`^(?:doi:|https?://(?:dx\.)?doi\.org/)?10\.[0-9]{4,9}/\S+$`)
	orcid      = regexp.MustCompile(`^[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9x]$`)
	degrees    = regexp.MustCompile(`^-?[0-9]{1,3}\.[0-9]{3,}$`)
	ensName    = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)*\.eth$`)
	segwit     = regexp.MustCompile(`^bc1[a-z0-9]{20,80}$`)
	base58     = regexp.MustCompile(`^[13][1-9A-HJ-NP-Za-km-z]{25,34}$`) // the only one whose capitals count
	bic        = regexp.MustCompile(`^[A-Z]{6}(?:[A-Z0-9]{2}XXX|[A-Z0-9]{2}[0-9A-Z]{2}[0-9]|[0-9][A-Z0-9])$`)
	billToken  = regexp.MustCompile(`^(?:hr|hres|sres|hjres|sjres|hconres|sconres|s[0-9]{2})[0-9]{1,5}$`)
	vin        = regexp.MustCompile(`^[a-hj-npr-z0-9]{17}$`)
)

// shapes are the kinds of values that their form alone tells, in the words of the routes' texts.
var shapes = []struct {
	form *regexp.Regexp
	kind string
}{
	{domainName, "domain"},
	{evmAddress, "wallet"},
	{evmHash, "transaction"},
	{ein, "ein"},
	{nct, "nct trial study"},
	{cve, "cve lookup"},
	{degrees, "coordinates"},
	{doi, "doi paper"},
	{orcid, "orcid researcher"},
	{ensName, "ens name resolve"},
	{segwit, "btc address"},
	{billToken, "bill congress"},
}

// billNumber is the number of a bill of the US Congress, as H.R. 5376 or S.J.Res. 8. That of a bill of the Senate needs
// its point.
var billNumber = regexp.MustCompile(
	`\b(?:([HS])\.?\s?((?i:J|con)?)\.?\s?(?i:(res))|(H)\.?\s?(R)|(S)\.)\.?\s?([0-9]{1,5})\b`)

// gathered writes the numbers of bills as one word: HR5376.
func gathered(text string) string {
	return billNumber.ReplaceAllString(text, "$1$2$3$4$5$6$7")
}

// punctuation is what may stand around a value in a sentence.
const punctuation = ".,;:!?\"'()<>¿¡"

// spoken gives the words of a task or of a route's phrase. A value that is known by its shape stands as the name of its
// kind, because its own parts say nothing: example.com is a domain, whatever else has a com in it. So do names.
func spoken(text string) []string {
	var words, pending []string // pending may be names
	for token := range strings.FieldsSeq(gathered(text)) {
		kind := kindOf(strings.Trim(token, punctuation))
		if kind == "" {
			pending = append(pending, split(token)...)
			continue
		}
		words = append(append(words, builtIn().byKind(pending)...), strings.Fields(kind)...)
		pending = nil
	}
	return append(words, builtIn().byKind(pending)...)
}

// kindOf is what the texts of the routes call values of that shape, or "" for a word.
func kindOf(token string) string {
	lower := strings.ToLower(token)
	for _, s := range shapes {
		if s.form.MatchString(lower) {
			return s.kind
		}
	}

	switch {
	case base58.MatchString(token) && strings.ContainsAny(token, "23456789"):
		return "btc address"
	case bic.MatchString(token):
		return "bic swift bank"
	case strings.Contains(lower, "://"):
		return kindOfURL(lower)
	}
	if kind := checkedKind(lower); kind != "" {
		return kind
	}

	if strings.Contains(lower, "@") {
		if _, err := mail.ParseAddress(lower); err == nil {
			return "email"
		}
	}
	if strings.ContainsAny(lower, ".:") {
		if _, err := netip.ParseAddr(lower); err == nil {
			return "ip"
		}
	}
	return ""
}

// checkedKind is the kind of an identifier that its check digits prove.
func checkedKind(token string) string {
	letters := strings.IndexFunc(token, unicode.IsLetter) >= 0
	digits := strings.ContainsAny(token, "0123456789")

	switch {
	case !digits || strings.IndexFunc(token, notAlphanumeric) >= 0:
		return ""
	case !letters && len(token) == 10 && luhn("80840"+token):
		return "npi provider"
	case !letters && (len(token) == 12 || len(token) == 13) && gtin(token):
		return "barcode product"
	case !letters:
		return ""
	}

	switch {
	case len(token) >= 15 && len(token) <= 34 && mod97(token[4:]+token[:4]) == 1:
		return "iban"
	case len(token) == 20 && mod97(token) == 1:
		return "lei company identifiers"
	case len(token) == 12 && luhn(inDigits(token)):
		return "isin company identifiers"
	case vin.MatchString(token):
		return "vin vehicle"
	}
	return ""
}

func notAlphanumeric(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'z') }

// inDigits writes letters as 10 to 35.
func inDigits(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r >= 'a' {
			b.WriteString(strconv.Itoa(int(r-'a') + 10))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// mod97 is the remainder that ISO 7064 checks by.
func mod97(text string) int {
	rest := 0
	for _, digit := range inDigits(text) {
		rest = (rest*10 + int(digit-'0')) % 97
	}
	return rest
}

// gtin says whether the last digit of a bar code is the check digit of those before it.
func gtin(digits string) bool {
	sum := 0
	for i := range len(digits) {
		digit := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			digit *= 3
		}
		sum += digit
	}
	return sum%10 == 0
}

// luhn says whether the last digit is the check digit of those before it.
func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		digit := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if digit *= 2; digit > 9 {
				digit -= 9
			}
		}
		sum += digit
	}
	return sum%10 == 0
}

// tails are what the ends of URLs reveal about their target.
var tails = []struct{ part, kind string }{
	{"://github.com/", "github repository"},
	{"npmjs.com/package/", "npm package"},
	{"pypi.org/project/", "pypi package"},
	{"crates.io/crates/", "cargo package"},
	{"/llms.txt", "llms txt"},
	{"/robots.txt", "crawlers robots"},
	{"sitemap", "sitemap"},
	{"/feed", "feed"},
	{"/rss", "feed"},
	{"atom.xml", "feed"},
	{".pdf", "pdf content"},
}

func kindOfURL(url string) string {
	for _, t := range tails {
		if strings.Contains(url, t.part) {
			return t.kind
		}
	}
	return "url page"
}
