package response

import (
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/organisations"
)

// Registers are the registers that were asked about an organisation.
func Registers(asked []organisations.Asked) []shared.Source {
	list := []shared.Source{}
	for _, a := range asked {
		if a.Skipped != "" {
			list = append(list, Skipped(a.Name, a.Skipped))
			continue
		}
		source := Source(a.Name, a.Err)
		source.Status = shared.SourceStatus(a.Status())
		source.FetchedAt = Moment(&a.FetchedAt)
		source.URL = OrNull(a.URL)
		if a.Err == nil {
			source.Records = new(a.Records)
		}
		list = append(list, source)
	}
	return list
}
