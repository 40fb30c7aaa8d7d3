package phone

import (
	"cmp"
	"context"
	"fmt"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	gen "github.com/farebox/farebox/gen/phone"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
)

// metadataVersion is the libphonenumber release of the data in go.mod's phonenumbers module.
const metadataVersion = "libphonenumber 9.0.32"

// PhoneIntel answers GET /phone/intel. A number that is not in E.164 form is a 400; one that is missing from the
// numbering plans is an answer with valid false, or null where the plans are past their day.
func (h *Handlers) PhoneIntel(_ context.Context, req gen.PhoneIntelRequestObject) (gen.PhoneIntelResponseObject, error) {
	clean, err := cleanNumber(req.Params.Number, response.OrZero(req.Params.Country))
	if err != nil {
		return nil, err
	}

	number, impossible := parse(clean)
	answer := gen.PhoneIntel200JSONResponse{
		Valid: new(false), Possible: new(impossible == ""), E164: clean, LineType: gen.Unknown, CarrierIsHint: true, Timezones: []string{},
		MetadataVersion: metadataVersion,
		Sources:         []shared.Source{response.Table(Dated, h.now())},
	}
	answer.Partial = response.Partial(answer.Sources)

	if impossible != "" {
		reason := gen.PhoneIntelPossibleReason(impossible)
		answer.PossibleReason = &reason
	}

	national := clean[1:]
	if number != nil {
		national = phonenumbers.GetNationalSignificantNumber(number)
		if err := describe(&answer, number); err != nil {
			return nil, fmt.Errorf("read the numbering plans: %w", err)
		}
	}

	if Dated.Past(h.now()) {
		forgetMisses(&answer)
	}
	setScore(&answer, signals(&answer, national))
	return answer, nil
}

// forgetMisses leaves open what old plans do not have: newer ones may have the range, or numbers of this length.
func forgetMisses(answer *gen.PhoneIntel200JSONResponse) {
	if !*answer.Possible {
		answer.Possible = nil
		answer.PossibleReason = nil
	}
	if !*answer.Valid {
		answer.Valid = nil
	}
}

// describe fills in the plans' data on a number whose calling code exists.
func describe(answer *gen.PhoneIntel200JSONResponse, number *phonenumbers.PhoneNumber) error {
	code := int(number.GetCountryCode())
	answer.CountryCallingCode = &code
	answer.E164 = phonenumbers.Format(number, phonenumbers.E164)
	atHome, err := national(number)
	if err != nil {
		return fmt.Errorf("formats: %w", err)
	}
	answer.NationalFormat = response.OrNull(atHome)
	answer.InternationalFormat = response.OrNull(phonenumbers.Format(number, phonenumbers.INTERNATIONAL))
	answer.NonGeographic = phonenumbers.GetRegionCodeForCountryCode(code) == phonenumbers.REGION_CODE_FOR_NON_GEO_ENTITY

	if !*answer.Possible || !phonenumbers.IsValidNumber(number) {
		return nil
	}
	answer.Valid = new(true)

	answer.LineType = lineType(phonenumbers.GetNumberType(number))
	region := phonenumbers.GetRegionCodeForNumber(number)
	var country string
	if !answer.NonGeographic && region != "" {
		country = countryName(region)
		answer.Country = &region
		answer.CountryName = response.OrNull(country)
		answer.PortableRegion = phonenumbers.IsMobileNumberPortableRegion(region)
		place, err := phonenumbers.GetGeocodingForNumber(number, "en")
		if err != nil {
			return fmt.Errorf("region: %w", err)
		}
		if place != country { // the library names the country if it knows no place in it
			answer.Region = response.OrNull(place)
		}
	}

	switch answer.LineType {
	case gen.Mobile, gen.FixedLineOrMobile, gen.Pager:
		carrier, err := phonenumbers.GetCarrierForNumber(number, "en")
		if err != nil {
			return fmt.Errorf("carrier: %w", err)
		}
		answer.Carrier = response.OrNull(carrier)
	}

	zones, err := phonenumbers.GetTimezonesForNumber(number)
	if err != nil {
		return fmt.Errorf("time zones: %w", err)
	}

	for _, zone := range zones {
		if zone != phonenumbers.UNKNOWN_TIMEZONE {
			answer.Timezones = append(answer.Timezones, presentZone(zone))
		}
	}

	return nil
}

// lineTypes are the library's kinds of numbers in the answer's words.
var lineTypes = map[phonenumbers.PhoneNumberType]gen.PhoneIntelLineType{
	phonenumbers.FIXED_LINE:           gen.FixedLine,
	phonenumbers.MOBILE:               gen.Mobile,
	phonenumbers.FIXED_LINE_OR_MOBILE: gen.FixedLineOrMobile,
	phonenumbers.TOLL_FREE:            gen.TollFree,
	phonenumbers.PREMIUM_RATE:         gen.PremiumRate,
	phonenumbers.SHARED_COST:          gen.SharedCost,
	phonenumbers.VOIP:                 gen.Voip,
	phonenumbers.PERSONAL_NUMBER:      gen.PersonalNumber,
	phonenumbers.PAGER:                gen.Pager,
	phonenumbers.UAN:                  gen.Uan,
	phonenumbers.VOICEMAIL:            gen.Voicemail,
}

func lineType(t phonenumbers.PhoneNumberType) gen.PhoneIntelLineType {
	return cmp.Or(lineTypes[t], gen.Unknown)
}

// countryName is the English name in the CLDR, the library's fallback.
func countryName(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return ""
	}
	return display.English.Regions().Name(region)
}

// presentZone replaces obsolete zone names with the IANA database's current ones.
func presentZone(zone string) string {
	if now, ok := renamedZones[zone]; ok {
		return now
	}
	return zone
}

// renamedZones are the old names in the library's data (IANA time zone database, file backward).
var renamedZones = map[string]string{
	"Africa/Asmera": "Africa/Asmara", "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
	"America/Godthab": "America/Nuuk", "Asia/Calcutta": "Asia/Kolkata", "Asia/Choibalsan": "Asia/Ulaanbaatar",
	"Asia/Katmandu": "Asia/Kathmandu", "Asia/Rangoon": "Asia/Yangon", "Atlantic/Faeroe": "Atlantic/Faroe",
	"Pacific/Enderbury": "Pacific/Kanton", "Pacific/Ponape": "Pacific/Pohnpei", "Pacific/Truk": "Pacific/Chuuk",
}
