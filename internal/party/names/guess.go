package names

import "strings"

// Guess is the kind that most of the texts look like; ties go to the earlier of Kinds. Only signs
// that are hard to mistake lead away from Person: an @, digits alone, a house number with a street,
// a legal form or words of companies, a model code or a size.
func (e *Engine) Guess(texts ...string) Kind {
	votes := map[Kind]int{}
	for _, s := range texts {
		votes[e.guess(s)]++
	}
	best := Person
	for _, k := range Kinds() {
		if votes[k] > votes[best] {
			best = k
		}
	}
	return best
}

func (e *Engine) guess(s string) Kind {
	if _, err := readEmail(s); err == nil {
		return Email
	}
	if _, err := readDate(s); err == nil {
		return Date
	}

	letters := 0
	digits := 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r == ' ' || strings.ContainsRune("+-().x/", r):
		default:
			letters++
		}
	}

	if digits >= 6 && letters == 0 {
		return Phone
	}

	if !strings.ContainsAny(strings.TrimSpace(s), " ") && strings.Contains(s, ".") && letters > 3 {
		if d, err := readDomain(s); err == nil && d.registrable != d.label {
			return Domain
		}
	}

	if digits > 0 {
		a := e.readAddress(s)
		if a.box != "" || a.house != "" && (a.kind != "" || a.postcode != "") && len(a.street) > 0 {
			return Address
		}
		for _, t := range e.productTokens(s) {
			if t.role == measure || t.role == code {
				return Product
			}
		}
	}

	c := e.readCompany(s, Company)
	if len(c.forms) > 0 && len(c.core) > 0 && !e.onlyCredential(s) {
		return Company
	}

	for _, t := range c.tokens {
		if t.role == generic || t.text == "and" && len(c.tokens) > 2 {
			return Company
		}
	}

	if len(c.tokens) == 1 && c.core[0].script == latin && !e.isName(c.tokens[0].text) {
		return Company
	}
	return Person
}

// onlyCredential keeps John Smith MD and Jane Doe PA persons, whose letters are legal forms too.
func (e *Engine) onlyCredential(s string) bool {
	p := e.readPerson(s)
	if len(p.letters) > 0 || p.suffix != "" || len(p.titles) > 0 {
		return true
	}
	ws := words(s, splitPerson)
	return len(ws) > 1 && e.isGivenName(ws[0].text) && e.surname[ws[1].text] > 0 && len(ws) == 3 && len(ws[2].text) == 2 && strings.Contains(" sa as da ab se ag ", " "+ws[2].text+" ")
}
