// Package irs reads the Internal Revenue Service's bulk files of exempt organisations: the Exempt Organizations
// Business Master File extract (EO BMF), the data of Publication 78 and the list of automatic revocations. They are
// published once a month.
package irs

import (
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the IRS's web site, with the host of the files of its Tax Exempt Organization Search.
var Provider = upstream.Provider{
	Name:          "irs",
	BaseURL:       "https://www.irs.gov",
	Hosts:         map[string]string{"search": "https://apps.irs.gov"},
	Docs:          "https://www.irs.gov/charities-non-profits/tax-exempt-organization-search-bulk-data-downloads",
	Attribution:   "Internal Revenue Service, Exempt Organizations",
	Terms:         "public domain (17 USC 105)",
	Checked:       "lines recorded 2026-08; forms described 2026-09",
	RatePerMinute: 20,
	Burst:         Regions + 2, // all files once
	Timeout:       time.Hour,
	MaxBytes:      1 << 30,
}

// Regions is the number of files of the EO BMF: the Northeast, the middle states, the South with the West, and all
// others.
const Regions = 4

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// MasterFile is the download of the EO BMF of a region, from 1: a table of about 500,000 rows.
func MasterFile(region int) func(*upstream.Client) *upstream.Request {
	return func(c *upstream.Client) *upstream.Request {
		return c.Get("/pub/irs-soi/{}", "eo"+strconv.Itoa(region)+".csv")
	}
}

// Publication78 is the download of Publication 78, a zip file.
func Publication78(c *upstream.Client) *upstream.Request {
	return c.Get("/pub/epostcard/data-download-pub78.zip").On("search")
}

// Revoked is the download of the automatic revocations, a zip file.
func Revoked(c *upstream.Client) *upstream.Request {
	return c.Get("/pub/epostcard/data-download-revocation.zip").On("search")
}
