// Package safetytest has what the providers say to the examples of the spec's safety routes: a real car and a real
// recall, in our own words, with figures that could be theirs.
package safetytest

import "github.com/farebox/farebox/internal/upstream/upstreamtest"

// Where the services are.
const (
	Vehicles   = "https://api.nhtsa.gov"
	Recalls    = Vehicles + "/recalls/recallsByVehicle"
	Complaints = Vehicles + "/complaints/complaintsByVehicle"
	Models     = Vehicles + "/products/vehicle/models"
	Ratings    = Vehicles + "/SafetyRatings"
	Decoder    = "https://vpic.nhtsa.dot.gov/api/vehicles/DecodeVinValues"
	Goods      = "https://www.saferproducts.gov/RestWebServices/Recall"
	FDA        = "https://api.fda.gov"
)

// Answers are what the providers say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	golf := "?make=Volkswagen&model=Golf&modelYear=2019"

	return []upstreamtest.Answer{
		{URL: Recalls + golf, Body: GolfRecalls},
		{URL: Complaints + golf, Body: GolfComplaints},
		{URL: Recalls, Status: 400, Body: NoRows},
		{URL: Complaints, Status: 400, Body: NoRows},
		{URL: Models + "?make=Volkswagen", Body: GolfModels},
		{URL: Models, Body: NoRows},
		{URL: Ratings + "/modelyear/2019/make/Volkswagen/model/Golf", Body: GolfVariants},
		{URL: Ratings + "/VehicleId/13679", Body: GolfRating},
		{URL: Ratings + "/*", Body: `{"Count":0,"Message":"Results returned successfully","Results":[]}`},
		{URL: Decoder + "/*", Body: Audi},
		{URL: Goods + "?RecallTitle=top-load+washing+machines", Body: Washers},
		{URL: Goods, Body: `[]`},
		{URL: FDA + "/food/enforcement.json", Status: 404, Body: NoMatches},
		{URL: FDA + "/drug/enforcement.json", Status: 404, Body: NoMatches},
		{URL: FDA + "/device/enforcement.json", Status: 404, Body: NoMatches},
	}
}

// NoRows is how NHTSA says that it has nothing, with HTTP 400.
const NoRows = `{"Count":0,"Message":"Results returned successfully","results":[]}`

// NoMatches is how openFDA says that it has nothing, with HTTP 404.
const NoMatches = `{"error":{"code":"NOT_FOUND","message":"No matches found!"}}`

// What there is about a car.
const (
	GolfRecalls = `{"Count":2,"Message":"Results returned successfully","results":[
{"Manufacturer":"Volkswagen Group of America, Inc.","NHTSACampaignNumber":"19V615000","parkIt":false,
 "parkOutSide":false,"overTheAirUpdate":false,"ReportReceivedDate":"26/08/2019",
 "Component":"POWER TRAIN:AUTOMATIC TRANSMISSION:LEVER AND LINKAGE:FLOOR SHIFT",
 "Summary":"The shift lever may show park while the gear is not engaged.",
 "Consequence":"The vehicle may roll away.","Remedy":"Dealers replace a switch, free of charge.","Notes":"",
 "ModelYear":"2019","Make":"VOLKSWAGEN","Model":"GOLF"},
{"Manufacturer":"Volkswagen Group of America, Inc.","NHTSACampaignNumber":"20V703000","parkIt":false,
 "parkOutSide":false,"overTheAirUpdate":false,"ReportReceivedDate":"12/11/2020",
 "Component":"SUSPENSION: REAR: SPRINGS","Summary":"A rear spring may break.",
 "Consequence":"A broken spring may damage a tyre.","Remedy":"Dealers replace the springs, free of charge.","Notes":"",
 "ModelYear":"2019","Make":"VOLKSWAGEN","Model":"GOLF"}]}`

	GolfComplaints = `{"count":3,"message":"Results returned successfully","results":[
{"odiNumber":11300001,"manufacturer":"Volkswagen Group of America, Inc.","crash":false,"fire":false,
 "numberOfInjuries":0,"numberOfDeaths":0,"dateOfIncident":"01/05/2020","dateComplaintFiled":"01/09/2020",
 "vin":"3VWG57AU0KM","components":"ELECTRICAL SYSTEM,SERVICE BRAKES, HYDRAULIC","summary":"",
 "products":[{"type":"Vehicle","productYear":"2019","productMake":"VOLKSWAGEN","productModel":"GOLF"}]},
{"odiNumber":11410002,"manufacturer":"Volkswagen Group of America, Inc.","crash":true,"fire":false,
 "numberOfInjuries":1,"numberOfDeaths":0,"dateOfIncident":"12/31/1969","dateComplaintFiled":"03/22/2021",
 "vin":"3VWG57AU3KM","components":"FORWARD COLLISION AVOIDANCE: AUTOMATIC EMERGENCY BRAKING","summary":"",
 "products":[{"type":"Vehicle","productYear":"2019","productMake":"VOLKSWAGEN","productModel":"GOLF"}]},
{"odiNumber":11520003,"manufacturer":"Volkswagen Group of America, Inc.","crash":false,"fire":false,
 "numberOfInjuries":0,"numberOfDeaths":0,"dateOfIncident":"07/02/2023","dateComplaintFiled":"07/14/2023",
 "vin":"3VWG57AU9KM","components":"ELECTRICAL SYSTEM","summary":"",
 "products":[{"type":"Vehicle","productYear":"2019","productMake":"VOLKSWAGEN","productModel":"GOLF"}]}]}`

	GolfModels = `{"count":3,"message":"Results returned successfully","results":[
{"modelYear":"2019","make":"VOLKSWAGEN","model":"GOLF"},
{"modelYear":"2019","make":"VOLKSWAGEN","model":"GOLF SPORTWAGEN"},
{"modelYear":"2019","make":"VOLKSWAGEN","model":"JETTA"}]}`

	GolfVariants = `{"Count":1,"Message":"Results returned successfully","Results":[
{"VehicleDescription":"2019 Volkswagen Golf 4 DR FWD","VehicleId":13679}]}`

	GolfRating = `{"Count":1,"Message":"Results returned successfully","Results":[{"OverallRating":"5",
"OverallFrontCrashRating":"4","OverallSideCrashRating":"5","RolloverRating":"4","RolloverPossibility":0.134,
"dynamicTipResult":" ","ComplaintsCount":52,"RecallsCount":3,"InvestigationCount":1,"ModelYear":2019,
"Make":"VOLKSWAGEN","Model":"GOLF","VehicleDescription":"2019 Volkswagen Golf 4 DR FWD","VehicleId":13679}]}`
)

// Audi is what a VIN decodes to.
const Audi = `{"Count":1,"Message":"Results returned successfully","Results":[{"VIN":"WA1A4AFY2J2008189","Make":"AUDI",
"Model":"SQ5","ModelYear":"2018","Trim":"","Series":"SQ5 quattro Premium Plus",
"BodyClass":"Sport Utility Vehicle (SUV)",
"VehicleType":"MULTIPURPOSE PASSENGER VEHICLE (MPV)","DriveType":"","EngineCylinders":"6","DisplacementL":"3",
"EngineHP":"354","FuelTypePrimary":"Gasoline","Manufacturer":"AUDI AG","PlantCountry":"MEXICO","ErrorCode":"0",
"ErrorText":"0 - VIN decoded clean. Check Digit (9th position) is correct","SuggestedVIN":""}]}`

// Washers is a recall of the Commission.
const Washers = `[{"RecallID":8126,"RecallNumber":"17028","RecallDate":"2016-11-04T00:00:00",
"Title":"Samsung Recalls Top-Load Washing Machines Due to Risk of Impact Injuries",
"URL":"https://www.cpsc.gov/Recalls/2016/Samsung-Recalls-Top-Load-Washing-Machines",
"LastPublishDate":"2016-11-04T00:00:00",
"Products":[{"Name":"Top-load washing machines","Model":"","Type":"","NumberOfUnits":"About 2.8 million"}],
"Injuries":[{"Name":"Samsung has received nine reports of injuries, among them a broken jaw."}],
"Hazards":[{"Name":"The top can detach from the washer during use, which poses a risk of injury from impact.",
"HazardType":"","HazardTypeID":""}],
"Remedies":[{"Name":"Consumers can have the washer repaired at home or get a rebate."}],
"Manufacturers":[{"Name":"Samsung Electronics America Inc., of Ridgefield Park, N.J."}],
"Importers":[],"Distributors":[],"Retailers":[{"Name":"Best Buy, The Home Depot, Lowe's and Sears."}],
"SoldAtLabel":null}]`
