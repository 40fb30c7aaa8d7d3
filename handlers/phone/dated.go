package phone

import "github.com/farebox/farebox/internal/dated"

// Dated declares the numbering plans.
var Dated = dated.Table{
	Name: "phone_numbering",
	Holds: "Numbering plans, line types, regions and carriers of phone numbers: metadata of " +
		"libphonenumber.",
	Source:    metadataVersion + ", by github.com/nyaruka/phonenumbers 1.8.1",
	URL:       "https://github.com/google/libphonenumber",
	AsOf:      "2026-07-15",
	GoodUntil: "2027-07-15",
	Renew:     "Take the newest release of the module: plans change every month.",
	Routes:    []string{"/phone/intel"},
}
