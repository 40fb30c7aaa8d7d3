// Package names compares names and other short identifying texts: persons, companies, vessels, postal
// addresses, email addresses, telephone numbers, products, domain names and dates.
//
// An Engine prepares a text once (Prepare) and compares two prepared texts (Compare) as often as
// wanted: a score from 0 to 100 with the reasons for it. It also gives the standard form of a text
// and the keys by which alike texts are found without comparing all pairs. Everything is worked out
// from the texts and from embedded tables; an Engine is read-only after New and safe for many
// goroutines.
package names

import "strings"

// Kind is what a text names. It decides how the text is read and compared.
type Kind string

// The kinds an Engine knows.
const (
	Person  Kind = "person"
	Company Kind = "company"
	Vessel  Kind = "vessel"
	Address Kind = "address"
	Email   Kind = "email"
	Phone   Kind = "phone"
	Product Kind = "product"
	Domain  Kind = "domain"
	Date    Kind = "date"
)

// Kinds lists every kind in the order they are documented.
func Kinds() []Kind {
	return []Kind{Person, Company, Vessel, Address, Email, Phone, Product, Domain, Date}
}

// ParseKind reads the name of a kind or one of its aliases, in any case. ok is false for other words.
func ParseKind(s string) (k Kind, ok bool) {
	switch word := strings.ToLower(strings.TrimSpace(s)); word {
	case "individual", "people", "human", "name":
		return Person, true
	case "organization", "organisation", "entity", "org", "business":
		return Company, true
	case "ship":
		return Vessel, true
	case "mail", "e-mail":
		return Email, true
	case "telephone", "tel":
		return Phone, true
	case "item", "sku":
		return Product, true
	case "host":
		return Domain, true
	default:
		for _, k := range Kinds() {
			if word == string(k) {
				return k, true
			}
		}
	}
	return "", false
}
