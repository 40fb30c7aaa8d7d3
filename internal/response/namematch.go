package response

import (
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/organisations"
)

// NameMatch is the name by which an organisation was found, nil where it was not asked for by name.
func NameMatch(m *organisations.Match) *shared.NameMatch {
	if m == nil {
		return nil
	}
	return &shared.NameMatch{
		MatchedName:  m.Name,
		NameStatus:   shared.NameMatchNameStatus(m.Fit),
		LastUsedDate: OrNull(m.LastUsed()),
		Source:       m.Source,
		Note:         OrNull(m.Note()),
	}
}
