package organisations

import (
	"cmp"
	"errors"

	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// finish settles what is left and says what became of the whole.
func (w *work) finish() (*Party, error) {
	p := w.party
	w.joinNamed()
	w.release()
	w.states()
	if p.Found() && !w.denied() {
		w.identify()
		if p.Query.Kind == ByISIN {
			w.settleISIN()
		}
		return p, nil
	}

	var failed, unset error
	for _, name := range w.authorities() {
		asked := w.asked[name]
		if asked == nil || asked.Err == nil {
			continue
		}
		switch status := upstream.StatusOf(asked.Err); {
		case upstream.Lacking(status):
			failed = cmp.Or(failed, asked.Err)
		case status == string(upstream.NotConfigured):
			unset = cmp.Or(unset, asked.Err)
		}
	}
	if failed != nil {
		return p, failed
	}
	if unset != nil {
		return p, unset
	}
	return p, ErrNotFound
}

// states says of all registers what became of them.
func (w *work) states() {
	for _, name := range []string{GLEIF, SEC, SECNames, Wikidata, OpenFIGI} {
		w.party.Asked = append(w.party.Asked, w.state(name))
	}
}

// denied says whether the register that gives out the identifier asked for does not know it. Then
// other registers cannot vouch for it.
func (w *work) denied() bool {
	authorities := w.authorities()
	asked := w.asked[authorities[0]]
	return len(authorities) == 1 && asked != nil && upstream.KindOf(asked.Err) == upstream.NotFound &&
		!w.has(authorities[0])
}

func (w *work) has(register string) bool {
	switch register {
	case SEC:
		return w.party.Filer != nil
	case GLEIF:
		return w.party.Record != nil
	}
	return w.party.Item != nil
}

// authorities are the registers that say whether there is such an organisation: for an identifier the one that issues
// it, for a name or a security all that know it or lead to it.
func (w *work) authorities() []string {
	switch w.party.Query.Kind {
	case ByCIK, ByTicker:
		return []string{SEC}
	case ByLEI:
		return []string{GLEIF}
	case ByQID:
		return []string{Wikidata}
	case ByISIN:
		return []string{GLEIF, SEC, Wikidata, OpenFIGI}
	}
	return []string{GLEIF, SEC, SECNames, Wikidata}
}

// ErrNotFound says that no register has what was asked for.
var ErrNotFound = errors.New("no register has such an organisation")

// state is what became of a register, for the answer.
func (w *work) state(name string) Asked {
	p := w.party
	asked := Asked{
		Name:    name,
		Skipped: "nothing was known to ask it for",
	}

	switch name {
	case OpenFIGI:
		asked.Skipped = "asked for securities only"
	case SECNames:
		asked.Skipped = "asked for names only"
	}
	if known := w.asked[name]; known != nil {
		asked = *known
	}

	switch {
	case name == GLEIF && p.Record != nil:
		asked.Records = 1
		asked.URL = p.Record.URL()
		asked.FetchedAt = p.Record.FetchedAt
	case name == SEC && p.Filer != nil:
		asked.Records = 1
		asked.URL = sec.CompanyURL(p.Filer.CIK)
		asked.FetchedAt = p.Filer.FetchedAt
	case name == Wikidata && p.Item != nil:
		asked.Records = 1
		asked.URL = p.Item.URL()
		asked.FetchedAt = p.Item.FetchedAt
	case name == OpenFIGI:
		asked.Records = len(w.listed)
	case name == SECNames:
		asked.Records = w.entries
		asked.FetchedAt = w.r.read(SECNames)
	case asked.Skipped == "" && asked.Err == nil:
		asked.Err = upstream.NotFound.Errorf("nothing in it is this organisation")
	}

	return asked
}

// validCIK is a CIK as Wikidata or a caller writes it in ten digits, "" for anything else.
func validCIK(text string) string {
	cik, err := identifier.CIK(text)
	if err != nil {
		return ""
	}
	return cik
}

func validLEI(text string) string {
	lei, err := identifier.LEI(text)
	if err != nil {
		return ""
	}
	return lei
}
