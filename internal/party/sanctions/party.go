// Package sanctions holds the official sanctions lists in memory and screens names and crypto addresses against them.
//
// Each list is a dataset: downloaded on a schedule, checked, swapped in whole, kept on disk. It carries its own index
// (package names), built when it is read, so that a screen asks every list side by side and never waits for a download.
package sanctions

import "time"

// Type says what a listed party is.
type Type string

// The types of parties.
const (
	Individual Type = "individual"
	Entity     Type = "entity"
	Vessel     Type = "vessel"
	Aircraft   Type = "aircraft"
)

// Party is one listed person, organisation, vessel or aircraft.
type Party struct {
	Ref      string // the list's own reference
	Type     Type
	Names    []Name // the first one is the primary name
	Programs []string
	Country  string   // ISO 3166-1 alpha-2, empty when unknown; nationality, else residence or flag
	Births   []string // dates of birth as far as known: 1957-07-05, 1957-07, 1957, "circa 1960", "1957 to 1959"
	IMO      string   // seven digits, of a vessel
	IDs      []string // numbers of passports and registers, as printed
	Wallets  []Wallet
}

// Name is one name of a party.
type Name struct {
	Text string // as it is shown
	// Reading is the name as the matcher should read it where that says more, such as "LAST, First"; dropped once the index is built.
	Reading string
	Primary bool // the main name, or the main name in another script
	Weak    bool // an alias of low quality in the list's own judgement
}

// Wallet is a crypto address that the list gives for a party.
type Wallet struct {
	Address  string // as printed
	Currency string // the list's tag: XBT, ETH; empty for one found in free text
}

// Source is a list as it was published.
type Source struct {
	ID        string
	Published time.Time // zero when the list does not say
	Parties   []Party
	Stated    int // number of parties that the list itself says it has, 0 when it says none
}
