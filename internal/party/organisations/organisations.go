// Package organisations says which entries of several registers are one organisation: the Global LEI Index, the filers
// of the SEC, Wikidata, and OpenFIGI's securities.
//
// Entries are joined by identifiers first. An identifier that one register states for an entry of another is believed
// only where the names and places of the two do not speak against it. A name alone joins two entries only when it is
// the same name, with the same legal form and place of incorporation, and no other entry fits as well. What does not
// pass is not joined but shown as a conflict: a wrong join costs whoever relies on it far more than a missing one.
package organisations

import (
	"slices"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/party/filernames"
	"github.com/farebox/farebox/internal/party/filers"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/openfigi"
	"github.com/farebox/farebox/internal/upstream/sec"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// The registers, by the names that answers give them. The SEC's list of all names is one of its own: without it, only
// companies that are listed are found by a name.
const (
	GLEIF    = "gleif"
	SEC      = "sec"
	SECNames = filernames.Name
	Wikidata = "wikidata"
	OpenFIGI = "openfigi"
)

// budget is the time that one step may take: a register that does not answer within it had no say.
const budget = 6 * time.Second

// Registers finds organisations. It is safe for many goroutines.
type Registers struct {
	gleif    *gleif.Client
	sec      *sec.Client
	filers   *filers.Directory
	named    *filernames.List
	wikidata *wikidata.Client
	figi     *openfigi.Client
	compare  comparer
	now      func() time.Time

	mu    sync.Mutex
	index *filerIndex
}

// New makes it over the pool's providers; the directory of filers and the engine of names are shared with others.
func New(pool *upstream.Pool, directory *filers.Directory, engine *names.Engine, now func() time.Time) *Registers {
	rule := samename.New(engine)
	return &Registers{
		gleif:    gleif.New(pool),
		sec:      sec.New(pool),
		filers:   directory,
		named:    filernames.New(pool, rule),
		wikidata: wikidata.New(pool),
		figi:     openfigi.New(pool),
		compare:  comparer{engine, rule},
		now:      now,
	}
}

// FilerNames is the SEC's list of all names, to load it in tests.
func (r *Registers) FilerNames() *filernames.List { return r.named }

// Method says how an identifier came to be one of the organisation's.
type Method string

// The methods, from the surest to the least sure.
const (
	Given     Method = "direct"          // what was asked for, or what the register states for its own entry
	CrossRef  Method = "cross_reference" // a register states the identifier of another
	NameExact Method = "name_exact"      // equal names, legal forms and places, and no other entry like it
	NameOnce  Method = "name_former"     // the same, by a former name
)

// How sure each method is, from 0 to 1. Cross references are less sure where the names are not equal.
const (
	sureGiven     = 1.0
	sureCrossRef  = 0.9
	sureLoose     = 0.75
	sureNameExact = 0.8
	sureNameOnce  = 0.75
)

// Identifier is one that belongs to the organisation, and why.
type Identifier struct {
	Value      string
	Source     string // the register that says so
	Method     Method
	Confidence float64
	URL        string // where to look it up
}

// Ticker is where shares are traded.
type Ticker struct {
	Identifier
	Exchange string // as the source names it: Nasdaq, NYSE, or Bloomberg's code of a country; "" when it is not known
}

// ISIN is a security of the organisation.
type ISIN struct {
	Identifier
	Sort string // equity, other; "" when it is not known
}

// Said is what a source has under a field.
type Said struct {
	Source string
	Value  string
}

// Conflict is something that sources do not agree on. Nothing of it went into the answer unless the field's own
// provenance says so.
type Conflict struct {
	Field  string // cik, lei, qid, ein, name, jurisdiction, status
	Values []Said
	Detail string
	// Clash is set where sources contradict each other: names that are not alike on one identifier, other places, two
	// values for one thing. It is not where something could only not be confirmed.
	Clash bool
}

// Party is an organisation with its entries in the registers.
type Party struct {
	Query Query

	Filer  *sec.Submissions // nil where it is not known to file
	Record *gleif.Record
	Item   *wikidata.Item

	Fund *sec.FundClass // of a ticker that is a fund's: the filer is its trust

	CIK, LEI, QID, EIN *Identifier
	Tickers            []Ticker
	ISINs              []ISIN
	ISINTotal          int  // how many securities GLEIF knows of
	ISINsCounted       bool // whether it said so

	Conflicts    []Conflict
	Score        *int        // of a query by name: how well the name fits, 0 to 100
	Match        *Match      // of a query by name: by which of its names it was found
	Alternatives []Candidate // of a query by name: others that fit nearly as well
	Hierarchy    *Hierarchy  // when asked for
	Asked        []Asked

	rounds int // how often the registers were waited for
}

// Asked is what became of a register.
type Asked struct {
	Name      string
	Err       error
	Stale     bool   // what it said is old; see [upstream.Reads]
	Skipped   string // why it was not asked, "" when it was
	Records   int
	URL       string
	FetchedAt time.Time
}

// Status is what became of it, in the words of an answer's sources.
func (a Asked) Status() string {
	switch {
	case a.Skipped != "":
		return upstream.StatusSkipped
	case a.Err == nil && a.Stale:
		return upstream.StatusStale
	}
	return upstream.StatusOf(a.Err)
}

// Partial says whether a register that should have had a say had none.
func (p *Party) Partial() bool {
	return slices.ContainsFunc(p.Asked, func(a Asked) bool { return upstream.Lacking(a.Status()) })
}

// Found says whether any register has the organisation.
func (p *Party) Found() bool { return p.Filer != nil || p.Record != nil || p.Item != nil }
