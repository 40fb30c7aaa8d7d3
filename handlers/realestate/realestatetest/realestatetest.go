// Package realestatetest holds the providers' answers for the examples of the spec's realestate routes: real
// places, and plausible figures.
package realestatetest

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time of the examples.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Keys are those of the providers that need one.
var Keys = map[string]string{"CENSUS_API_KEY": "test", "HUD_TOKEN": "test"}

// Where the providers' answers are.
const (
	Files   = "https://www2.census.gov/geo/docs/maps-data/data/"
	Master  = "https://www.fhfa.gov/hpi/download/monthly/hpi_master.csv"
	Zillow  = "https://files.zillowstatic.com/research/public_csvs/"
	Survey  = "https://api.census.gov/data/2024/acs/acs5"
	Earlier = "https://api.census.gov/data/2023/acs/acs5"
	HUD     = "https://www.huduser.gov/hudapi/public/fmr"
	Address = "https://geocoding.geo.census.gov/geocoder/geographies/onelineaddress"
)

// For are the parameters to ask the survey for an area.
const (
	CBSA  = "?for=metropolitan+statistical+area%2Fmicropolitan+statistical+area:"
	State = "?for=state:"
	ZIP   = "?for=zip+code+tabulation+area:"
)

// County are those of a county.
func County(fips string) string { return "?for=county:" + fips[2:] + "&in=state:" + fips[:2] }

// Table is the survey's answer for an area, given by its parameters: medians with their margins, in the order home
// value, gross rent, income.
func Table(area, name string, values ...string) string {
	asked, err := url.ParseQuery(area[1:])
	if err != nil {
		panic(err)
	}
	level, code, _ := strings.Cut(asked.Get("for"), ":")
	_, state, _ := strings.Cut(asked.Get("in"), ":")
	if level == "state" {
		state = code
	}

	return fmt.Sprintf(
		`[["NAME","B25077_001E","B25077_001M","B25064_001E","B25064_001M","B19013_001E","B19013_001M","state",%q],
["%s","%s",%q,%q]]`,
		level,
		name,
		strings.Join(values, `","`),
		state,
		code,
	)
}

// Answers are the providers' answers for the examples of the spec.
func Answers() []upstreamtest.Answer {
	return append(Lists(),
		upstreamtest.Answer{
			URL: Survey + CBSA + "12420",
			Body: Table(
				CBSA+"12420",
				"Austin-Round Rock-San Marcos, TX Metro Area",
				"436800",
				"4210",
				"1734",
				"14",
				"101600",
				"1180",
			),
		},
		upstreamtest.Answer{
			URL:  Survey + County("48453"),
			Body: Table(County("48453"), "Travis County, Texas", "522900", "5120", "1779", "16", "99100", "1320"),
		},
		upstreamtest.Answer{
			URL:  Survey + State + "48",
			Body: Table(State+"48", "Texas", "277800", "900", "1411", "5", "78000", "310"),
		},
		upstreamtest.Answer{
			URL:  Survey + State + "12",
			Body: Table(State+"12", "Florida", "336900", "1100", "1659", "6", "75200", "320"),
		},
		upstreamtest.Answer{
			URL:  Survey + State + "06",
			Body: Table(State+"06", "California", "745700", "1500", "2053", "5", "98120", "330"),
		},
		upstreamtest.Answer{URL: HUD + "/statedata/TX", Body: texas},
	)
}

// Lists are the lists behind the routes.
func Lists() []upstreamtest.Answer {
	csv := func(url, body string) upstreamtest.Answer {
		return upstreamtest.Answer{
			URL:  url,
			Type: "text/csv",
			Body: body,
		}
	}

	return []upstreamtest.Answer{
		csv(Files+"rel2020/zcta520/tab20_zcta520_county20_natl.txt", zipCounties),
		csv(Files+"rel2020/zcta520/tab20_zcta520_cousub20_natl.txt", zipTowns),
		csv(Files+"rel2022/acs22_cousub22_zcta520_st09.txt", connecticut),
		csv(Master, master),
		csv(Zillow+"zhvi/State_zhvi_uc_sfrcondo_tier_0.33_0.67_sm_sa_month.csv", zhviStates),
		csv(Zillow+"zhvi/Metro_zhvi_uc_sfrcondo_tier_0.33_0.67_sm_sa_month.csv", zhviMetros),
		csv(Zillow+"zhvi/County_zhvi_uc_sfrcondo_tier_0.33_0.67_sm_sa_month.csv", zhviCounties),
		csv(Zillow+"zhvi/Zip_zhvi_uc_sfrcondo_tier_0.33_0.67_sm_sa_month.csv", zhviZIPs),
		csv(Zillow+"zori/Metro_zori_uc_sfrcondomfr_sm_month.csv", zoriMetros),
		csv(Zillow+"zori/County_zori_uc_sfrcondomfr_sm_month.csv", zoriCounties),
		csv(Zillow+"zori/Zip_zori_uc_sfrcondomfr_sm_month.csv", zoriZIPs),
	}
}

const (
	partHead = "\ufeffOID_ZCTA5_20|GEOID_ZCTA5_20|NAMELSAD_ZCTA5_20|AREALAND_ZCTA5_20|AREAWATER_ZCTA5_20|" +
		"MTFCC_ZCTA5_20|CLASSFP_ZCTA5_20|FUNCSTAT_ZCTA5_20|"
	partTail = "|AREALAND_PART|AREAWATER_PART\r\n"
)

// ZIP codes: one county; two counties; towns of Massachusetts; Connecticut, under its former counties.
const zipCounties = partHead + "OID_COUNTY_20|GEOID_COUNTY_20|NAMELSAD_COUNTY_20" + partTail +
	"||||||||1|01003|Baldwin County|4000|0\r\n" +
	"2|78701|ZCTA5 78701|4100|100|G6350|B5|S|3|48453|Travis County|4100|100\r\n" +
	"2|78660|ZCTA5 78660|9000|0|G6350|B5|S|3|48453|Travis County|7000|0\r\n" +
	"2|78660|ZCTA5 78660|9000|0|G6350|B5|S|4|48491|Williamson County|2000|0\r\n" +
	"2|02351|ZCTA5 02351|1000|0|G6350|B5|S|5|25023|Plymouth County|1000|0\r\n" +
	"2|02370|ZCTA5 02370|1000|0|G6350|B5|S|5|25023|Plymouth County|1000|0\r\n" +
	"2|06604|ZCTA5 06604|1000|0|G6350|B5|S|6|09001|Fairfield County|1000|0\r\n" +
	"2|20001|ZCTA5 20001|1000|0|G6350|B5|S|7|11001|District of Columbia|1000|0\r\n" +
	"2|20502|ZCTA5 20502|0|0|G6350|B5|S|7|11001|District of Columbia|0|0\r\n"

const zipTowns = partHead + "OID_COUSUB_20|GEOID_COUSUB_20|NAMELSAD_COUSUB_20" + partTail +
	"2|78701|ZCTA5 78701|4100|100|G6350|B5|S|3|4845390130|Austin CCD|4100|100\r\n" +
	"2|02351|ZCTA5 02351|1000|0|G6350|B5|S|5|2502300170|Abington town|995|0\r\n" +
	"2|02351|ZCTA5 02351|1000|0|G6350|B5|S|5|2502357775|Rockland town|5|0\r\n" +
	"2|02370|ZCTA5 02370|1000|0|G6350|B5|S|5|2502357775|Rockland town|700|0\r\n" +
	"2|02370|ZCTA5 02370|1000|0|G6350|B5|S|5|2502300170|Abington town|300|0\r\n" +
	"2|06604|ZCTA5 06604|1000|0|G6350|B5|S|6|0900108070|Bridgeport town|1000|0\r\n" +
	"2|06604|ZCTA5 06604|1000|0|G6350|B5|S|6|0900100000|County subdivisions not defined|0|90\r\n"

const connecticut = "\ufeffOID_COUSUB_22|GEOID_COUSUB_22|NAMELSAD_COUSUB_22|OID_ZCTA5_20|GEOID_ZCTA5_20|" +
	"NAMELSAD_ZCTA5_20|AREALAND_PART|AREAWATER_PART\r\n" +
	"1|0912008070|Bridgeport town|2|06604|ZCTA5 06604|1000|0\r\n"

const master = "hpi_type,hpi_flavor,frequency,level,place_name,place_id,yr,period,index_nsa,index_sa,rstderr,note\r\n" +
	"traditional,purchase-only,monthly,USA or Census Division,United States,USA,2026,6,430.10,431.20,,\r\n" +
	"traditional,purchase-only,quarterly,MSA,\"Austin-Round Rock-San Marcos, TX\",12420,1991,1,100.00,100.00,,\r\n" +
	"traditional,purchase-only,quarterly,MSA,\"Austin-Round Rock-San Marcos, TX\",12420,2021,2,562.10,558.82,,\r\n" +
	"traditional,purchase-only,quarterly,MSA,\"Austin-Round Rock-San Marcos, TX\",12420,2025,2,653.01,648.46,,\r\n" +
	"traditional,purchase-only,quarterly,MSA,\"Austin-Round Rock-San Marcos, TX\",12420,2026,2,645.81,641.20,,\r\n" +
	"traditional,all-transactions,quarterly,MSA,\"Austin-Round Rock-San Marcos, TX\",12420,2025,2,660.00,,,\r\n" +
	"traditional,all-transactions,quarterly,MSA,\"Austin-Round Rock-San Marcos, TX\",12420,2026,2,655.00,,,\r\n" +
	"traditional,all-transactions,quarterly,MSA,\"Abilene, TX\",10180,2025,2,300.00,,,\r\n" +
	"traditional,all-transactions,quarterly,MSA,\"Abilene, TX\",10180,2026,2,309.00,,,\r\n" +
	"traditional,purchase-only,quarterly,MSA,\"New York-Jersey City-White Plains, NY-NJ (MSAD)\"," +
	"35614,2026,2,400.00,401.00,,\r\n" +
	"traditional,purchase-only,quarterly,State,Texas,TX,1991,1,100.00,100.00,,\r\n" +
	"traditional,purchase-only,quarterly,State,Texas,TX,2024,2,488.80,485.21,,\r\n" +
	"traditional,purchase-only,quarterly,State,Texas,TX,2025,2,496.55,493.04,,\r\n" +
	"traditional,purchase-only,quarterly,State,Texas,TX,2026,2,501.92,498.30,,\r\n" +
	"traditional,non-metro,quarterly,State,Texas,TX,2026,2,11.00,11.00,,\r\n" +
	"traditional,purchase-only,quarterly,State,Connecticut,CT,2026,2,310.00,309.00,,\r\n" +
	"traditional,purchase-only,quarterly,State,Ohio,OH,2020,2,250.00,251.00,,\r\n"

const zhviStates = "RegionID,SizeRank,RegionName,RegionType,StateName,2025-09-30,2026-09-30\n" +
	"54,1,Texas,state,TX,301200.4,298399.6\n"

const zhviMetros = "RegionID,SizeRank,RegionName,RegionType,StateName," +
	"2021-09-30,2025-08-31,2025-09-30,2026-08-31,2026-09-30\n" +
	"102001,0,United States,country,,290000,360000,361000,365000,366000\n" +
	"394355,29,\"Austin, TX\",msa,TX,477230,446000,444080,429000,428310\n" +
	"1,900,\"Auburn, IN\",msa,IN,,,,,210000\n" +
	"2,901,\"Auburn, IN\",msa,IN,,,,,220000\n" +
	"3,902,\"Old, TX\",msa,TX,100000,110000,,,\n"

const zhviCounties = "RegionID,SizeRank,RegionName,RegionType,StateName,State,Metro,StateCodeFIPS,MunicipalCodeFIPS," +
	"2025-09-30,2026-09-30\n" +
	"1,1,Travis County,county,TX,TX,\"Austin, TX\",48,453,520000,505000\n" +
	"2,2,Autauga County,county,AL,AL,\"Montgomery, AL\",1,1,200000,204000\n"

const zhviZIPs = "RegionID,SizeRank,RegionName,RegionType,StateName,State,City,Metro,CountyName," +
	"2025-09-30,2026-09-30\n" +
	"1,1,78701,zip,TX,TX,Austin,\"Austin, TX\",Travis County,600000,654000\n" +
	"2,2,1001,zip,MA,MA,Agawam,\"Springfield, MA\",Hampden County,300000,303000\n"

const zoriMetros = "RegionID,SizeRank,RegionName,RegionType,StateName,2025-09-30,2026-09-30\n" +
	"394355,29,\"Austin, TX\",msa,TX,1736.9,1702.1\n"

const zoriCounties = "RegionID,SizeRank,RegionName,RegionType,StateName,State,Metro,StateCodeFIPS,MunicipalCodeFIPS," +
	"2025-09-30,2026-09-30\n" +
	"1,1,Travis County,county,TX,TX,\"Austin, TX\",48,453,1754,1716\n"

const zoriZIPs = "RegionID,SizeRank,RegionName,RegionType,StateName,State,City,Metro,CountyName," +
	"2025-09-30,2026-09-30\n" +
	"1,1,78701,zip,TX,TX,Austin,\"Austin, TX\",Travis County,2400,2436\n"

const texas = `{"data":{"year":"2027","metroareas":[
{"metro_name":"Austin-Round Rock-San Marcos, TX MSA","code":"METRO12420M12420","Efficiency":1410,"One-Bedroom":1562,
"Two-Bedroom":1851,"Three-Bedroom":2390,"Four-Bedroom":2794,"FMR Percentile":40,"statename":"Texas","statecode":"TX",
"smallarea_status":"0"}],"counties":[
{"town_name":null,"county_name":"Travis County","metro_name":"Austin-Round Rock-San Marcos, TX MSA",
"fips_code":"4845399999","Efficiency":1410,"One-Bedroom":1562,"Two-Bedroom":1851,"Three-Bedroom":2390,
"Four-Bedroom":2794,"FMR Percentile":40,"statename":"Texas","statecode":"TX","smallarea_status":"0"},
{"town_name":null,"county_name":"Loving County","metro_name":"Loving County, TX","fips_code":"4830199999",
"Efficiency":"700.0","One-Bedroom":"750.0","Two-Bedroom":"900.0","Three-Bedroom":"1100.0","Four-Bedroom":"1300.0",
"FMR Percentile":40,"statename":"Texas","statecode":"TX","smallarea_status":0}]}}`
