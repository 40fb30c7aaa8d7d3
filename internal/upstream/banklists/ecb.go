package banklists

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/encoding/unicode"

	"github.com/farebox/farebox/internal/upstream"
)

// ECB publishes the monetary financial institutions of the European Union daily.
var ECB = upstream.Provider{
	Name:    "ecb-mfi",
	BaseURL: "https://www.ecb.europa.eu",
	Docs:    "https://www.ecb.europa.eu/stats/financial_corporations/list_of_financial_institutions/html/index.en.html",
	Attribution: "European Central Bank, list of monetary financial institutions; " +
		"the information can be had free of charge from the ECB",
	Terms:    "free use with the source named, and that note where the information is sold",
	Checked:  "documentation 2026-09",
	Timeout:  5 * time.Minute,
	MaxBytes: 16 << 20,
}

const ecbPage = "/stats/financial_corporations/list_of_financial_institutions/html/daily_list-MID.en.html"

var ecb = Feed{
	ID:        "bank-ecb",
	Title:     "credit institutions of ES and FR in the list of the European Central Bank",
	Countries: []string{"ES", "FR"},
	Partial:   true,
	Provider:  ECB,
	Least:     300,
	Request:   get(ecbPage),
	Next:      ecbLink,
	Read:      readECB,
}

// ecbFile is the end of the URL of a day's list, which contains the day. Lists of changes have other names.
var ecbFile = regexp.MustCompile(`/mfi_csv_([0-9]{6})\.csv$`)

// ecbNewest is the link to a page's newest list and its day, or "".
func ecbNewest(page page) (href, day string) {
	for _, l := range page.links {
		if found := ecbFile.FindStringSubmatch(l.href); found != nil && found[1] > day {
			href = l.href
			day = found[1]
		}
	}
	return href, day
}

// ecbLink is the request for the newest list linked on the page.
func ecbLink(c *upstream.Client, data []byte, pages int) (*upstream.Request, error) {
	if pages > 1 {
		return nil, nil
	}
	href, _ := ecbNewest(readPage(data))
	if href == "" {
		return nil, errors.New("the page links no list of a day")
	}
	return follow(c, ECB.BaseURL+ecbPage, href)
}

// nationalCodes are the countries where an institution's code, after the country's letters, is the bank code of
// account numbers.
var nationalCodes = map[string]*regexp.Regexp{
	"ES": regexp.MustCompile(`^ES[0-9]{4}$`),
	"FR": regexp.MustCompile(`^FR[0-9]{5}$`),
}

// banks are the categories of institutions that keep accounts.
var banks = []string{"Credit Institution", "Central Bank"}

// readECB reads the list behind its page: UTF-16, fields separated by tabs. It has no BICs. It also has no payment
// or e-money institutions, so it lacks their bank codes.
func readECB(data []byte) (*List, error) {
	before, raw, err := parted(data)
	if err != nil {
		return nil, err
	}
	if len(raw)%2 == 1 {
		raw = bytes.TrimSuffix(raw, []byte("\n")) // follows every download, see upstream.File
	}
	text, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(raw)
	if err != nil {
		return nil, fmt.Errorf("decoding: %w", err)
	}
	rows, err := separated(string(text), '\t')
	if err != nil {
		return nil, err
	}
	t, err := under(rows, []string{"RIAD_CODE"}, []string{"COUNTRY_OF_REGISTRATION"}, []string{"NAME"},
		[]string{"CITY"}, []string{"CATEGORY"})
	if err != nil {
		return nil, err
	}

	all := newCollector()
	err = t.each(t.names, func(f []string) error {
		country := f[1]
		form := nationalCodes[country]
		if form == nil || !form.MatchString(f[0]) || !slices.Contains(banks, f[4]) {
			return nil
		}
		return all.add(Bank{
			Country: country,
			Code:    strings.TrimPrefix(f[0], country),
			Name:    f[2],
			City:    f[3],
		})
	})
	if err != nil {
		return nil, err
	}
	if _, day := ecbNewest(readPage(before)); day != "" {
		if all.list.AsOf, err = time.Parse("060102", day); err != nil {
			return nil, errors.New("the name of the list has an invalid day")
		}
	}
	return &all.list, nil
}
