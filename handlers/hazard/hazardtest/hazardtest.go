// Package hazardtest has what the providers say to the examples of the spec's hazard routes: real places, and figures
// that could be theirs.
package hazardtest

import (
	"encoding/json"
	"net/url"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Where the layers and services are.
const (
	Index        = "https://services.arcgis.com/XG15cJAlne2vxtgt/arcgis/rest/services"
	Counties     = Index + "/National_Risk_Index_Counties/FeatureServer/0/query"
	Tracts       = Index + "/National_Risk_Index_Census_Tracts/FeatureServer/0/query"
	Floods       = "https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer"
	Availability = Floods + "/0/query"
	Revisions    = Floods + "/1/query"
	Panels       = Floods + "/3/query"
	Zones        = Floods + "/28/query"
	Designs      = "https://earthquake.usgs.gov/ws/building-codes"
	Geocoder     = "https://geocoding.geo.census.gov/geocoder/geographies/onelineaddress"
	Areas        = "https://geocoding.geo.census.gov/geocoder/geographies/coordinates"
)

// Where is a layer's URL with a condition, which has to be asked for.
func Where(layer, condition string) string { return layer + "?where=" + url.QueryEscape(condition) }

// Features is a layer's answer with the attributes of features.
func Features(attributes ...string) string {
	features := each.Of(attributes, func(a string) string { return `{"attributes":` + a + `}` })
	return `{"displayFieldName":"","features":[` + strings.Join(features, ",") + `]}`
}

// Whole is a row with these attributes, and with null in all other columns that rows like the other one have: ratings
// are words, also where there is no score.
func Whole(other, attributes string) string {
	row := map[string]any{}
	if err := json.Unmarshal([]byte(other), &row); err != nil {
		return err.Error()
	}
	for column := range row {
		row[column] = nil
		if strings.HasSuffix(column, "_RISKR") || strings.HasSuffix(column, "_RATNG") {
			row[column] = "Not Applicable"
		}
	}

	if err := json.Unmarshal([]byte(attributes), &row); err != nil {
		return err.Error()
	}
	text, err := json.Marshal(row)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Answers are what the providers say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	answers := []upstreamtest.Answer{
		{URL: Where(Counties, "STCOFIPS='53053'"), Body: Features(Pierce)},
		{URL: Areas + "?x=-118.2437&y=34.0522", Body: LosAngeles},
		{URL: Zones, Body: Features(ZoneA)},
		{URL: Panels, Body: Features(Panel)},
		{URL: Revisions, Body: Features()},
	}
	for _, category := range []string{"I", "II", "III", "IV"} {
		for _, class := range []string{"A", "B", "C", "D", "E"} {
			repeated := strings.NewReplacer(`"riskCategory":"II"`, `"riskCategory":"`+category+`"`,
				`"siteClass":"C"`, `"siteClass":"`+class+`"`)
			answers = append(answers, upstreamtest.Answer{
				URL:  Designs + "/*?riskCategory=" + category + "&siteClass=" + class,
				Body: repeated.Replace(Design22),
			})
		}
	}
	return answers
}

// Pierce is a county of the index.
const Pierce = `{"NRI_VER":"December 2025","STATE":"Washington","STATEABBRV":"WA","COUNTY":"Pierce",
"STCOFIPS":"53053","POPULATION":920391,"BUILDVALUE":171204380000,"RISK_SCORE":98.53689567,
"RISK_RATNG":"Relatively High","EAL_VALT":312407511.226,"EAL_SCORE":99.133663,"EAL_RATNG":"Relatively High",
"SOVI_SCORE":14.37659,"SOVI_RATNG":"Very Low","RESL_SCORE":60.082697,"RESL_RATNG":"Relatively High",
"AVLN_RISKS":81.2,"AVLN_RISKR":"Relatively Moderate","AVLN_EALT":204113.4,"AVLN_AFREQ":0.41,
"CFLD_RISKS":47.9,"CFLD_RISKR":"Relatively Low","CFLD_EALT":91240.8,"CFLD_AFREQ":2.1,
"CWAV_RISKS":0,"CWAV_RISKR":"No Rating","CWAV_EALT":0,"CWAV_AFREQ":0,
"DRGT_RISKS":22.4,"DRGT_RISKR":"Very Low","DRGT_EALT":5120.5,"DRGT_AFREQ":0.9,
"ERQK_RISKS":99.41,"ERQK_RISKR":"Very High","ERQK_EALT":268300411.9,"ERQK_AFREQ":0.0087,
"HAIL_RISKS":9.1,"HAIL_RISKR":"Very Low","HAIL_EALT":30411.2,"HAIL_AFREQ":0.3,
"HWAV_RISKS":63.2,"HWAV_RISKR":"Relatively Moderate","HWAV_EALT":812400,"HWAV_AFREQ":0.2,
"HRCN_RISKS":null,"HRCN_RISKR":"Not Applicable","HRCN_EALT":null,"HRCN_AFREQ":null,
"ISTM_RISKS":55.3,"ISTM_RISKR":"Relatively Low","ISTM_EALT":160220.7,"ISTM_AFREQ":0.2,
"IFLD_RISKS":90.7,"IFLD_RISKR":"Relatively High","IFLD_EALT":14201330,"IFLD_AFREQ":2.6,
"LNDS_RISKS":98.8,"LNDS_RISKR":"Relatively High","LNDS_EALT":905220,"LNDS_AFREQ":0.15,
"LTNG_RISKS":20.6,"LTNG_RISKR":"Very Low","LTNG_EALT":61204,"LTNG_AFREQ":2.4,
"SWND_RISKS":31.5,"SWND_RISKR":"Very Low","SWND_EALT":170311,"SWND_AFREQ":0.5,
"TRND_RISKS":71.4,"TRND_RISKR":"Relatively Low","TRND_EALT":2300418,"TRND_AFREQ":0.05,
"TSUN_RISKS":0,"TSUN_RISKR":"Insufficient Data","TSUN_EALT":0,"TSUN_AFREQ":0,
"VLCN_RISKS":97.7,"VLCN_RISKR":"Very High","VLCN_EALT":23100904,"VLCN_AFREQ":0.0019,
"WFIR_RISKS":76.78117,"WFIR_RISKR":"Relatively Low","WFIR_EALT":1300211.5,"WFIR_AFREQ":0.001,
"WNTW_RISKS":40.2,"WNTW_RISKR":"Very Low","WNTW_EALT":120400,"WNTW_AFREQ":0.8}`

// Attributes of the flood map's layers.
const (
	ZoneA = `{"OBJECTID":1,"DFIRM_ID":"18057C","FLD_ZONE":"A","ZONE_SUBTY":null,"SFHA_TF":"T","STATIC_BFE":-9999.0,
"DEPTH":-9999.0,"V_DATUM":null,"LEN_UNIT":null}`
	Panel = `{"DFIRM_ID":"18057C","FIRM_PAN":"18057C0233G","PANEL_TYP":"Countywide, Panel Printed",
"EFF_DATE":1416355200000,"SCALE":"6000"}`
)

// Design22 is an answer of ASCE 7-22.
const Design22 = `{"name":"ASCE7-22 Web Services","request":{"referenceDocument":"ASCE7-22","status":"success",
"date":"2026-11-20T12:00:00Z","parameters":{"latitude":34.0522,"longitude":-118.2437,"riskCategory":"II",
"siteClass":"C","title":"site"}},"response":{"data":{"pgam":0.93,"sms":2.3,"sm1":1.02,"sds":1.53,"sd1":0.68,
"sdc":"D","ss":1.97,"s1":0.68,"ts":0.444,"t0":0.089,"tl":8,"t-sub-l":8,
"multiPeriodDesignSpectrum":{"periods":[0,0.2,1,2],"ordinates":[0.62,1.46,0.68,0.33]},
"twoPeriodDesignSpectrum":{"periods":[0,0.089],"ordinates":[0.61,1.53]}},"metadata":{"vs30":530}}}`

// Geocoded is the geocoder's answer with one address.
const Geocoded = `{"result":{"input":{},"addressMatches":[{"matchedAddress":"1 MAIN ST, FISHERS, IN, 46038",
"coordinates":{"x":-86.05,"y":40.05},"addressComponents":{"state":"IN","city":"FISHERS","zip":"46038",
"preQualifier":"","preDirection":"","preType":"","streetName":"MAIN","suffixType":"ST","suffixDirection":"",
"suffixQualifier":""},
"geographies":{"Counties":[{"GEOID":"18057","NAME":"Hamilton County"}],
"Census Tracts":[{"status":"Layer query encountered an error"}]}}]}}`

// LosAngeles are the geocoder's areas of a point.
const LosAngeles = `{"result":{"geographies":{"States":[{"GEOID":"06","NAME":"California"}],
"Counties":[{"GEOID":"06037","NAME":"Los Angeles County"}]}}}`
