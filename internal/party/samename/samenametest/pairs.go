// Package samenametest has labelled pairs of names, by which the routes that look a company up by its name are
// measured: they choose the one of the same name and nobody else.
package samenametest

// Pair is a name as it is asked for, the name that a register has, and whether they are one name.
type Pair struct {
	Asked, Registered string
	Same              bool
}

// Pairs are names of companies, charities, carriers, providers and plants, half of them the same and half of them names
// that are easily taken for another.
var Pairs = []Pair{
	{"J.B. Hunt Transport, Inc.", "J B HUNT TRANSPORT INC", true},
	{"Lockheed Martin Corporation", "LOCKHEED MARTIN CORP", true},
	{"Old Dominion Freight Line", "OLD DOMINION FREIGHT LINE INC", true},
	{"Schneider National Carriers Inc", "SCHNEIDER NATIONAL CARRIERS, INC.", true},
	{"Booz Allen Hamilton, Incorporated", "BOOZ ALLEN HAMILTON INC.", true},
	{"science applications international corp.", "SCIENCE APPLICATIONS INTL CORP", true},
	{"The Boeing Company", "BOEING COMPANY, THE", true},
	{"Procter and Gamble Manufacturing", "PROCTER & GAMBLE MFG CO", true},
	{"CSP Anesthesia", "CSP ANESTHESIA LLC", true},
	{"Children's Hospital Los Angeles", "CHILDRENS HOSPITAL LOS ANGELES", true},
	{"Habitat for Humanity International", "HABITAT FOR HUMANITY INTERNATIONAL INC", true},
	{"Doctors Without Borders U.S.A., Inc.", "DOCTORS WITHOUT BORDERS USA INC", true},
	{"Wikimedia Foundation", "WIKIMEDIA FOUNDATION INC", true},
	{"Norfolk Southern Railway Co.", "NORFOLK SOUTHERN RAILWAY COMPANY", true},
	{"Phillips 66 Company", "PHILLIPS 66 CO", true},
	{"ExxonMobil Pipeline", "EXXON MOBIL PIPELINE", true},
	{"Motiva Enterprises, L.L.C.", "MOTIVA ENTERPRISES LLC", true},
	{"Marathon Petroleum Company LP", "MARATHON PETROLEUM COMPANY, L.P.", true},
	{"Knight-Swift Transportation", "KNIGHT SWIFT TRANSPORTATION LLC", true},
	{"Werner Enterprises Inc", "WERNER ENTERPRISES, INC", true},
	{"Université Laval", "UNIVERSITE LAVAL", true},
	{"Saia Motor Freight Line LLC", "SAIA MOTOR FREIGHT LINE, LLC", true},
	{"Grumman Bros Inc", "GRUMMAN BROTHERS INC", true},
	{"Acme Mgmt Services", "ACME MANAGEMENT SERVICES INC", true},
	{"Fedex Ground Package System Inc", "FEDEX GROUND PACKAGE SYSTEM, INC.", true},
	{"Raytheon Company", "RAYTHEON CO", true},
	{"General Dynamics Information Technology", "GENERAL DYNAMICS INFORMATION TECHNOLOGY, INC.", true},
	{"3M Company", "3M CO", true},
	{"AT&T Corp.", "AT & T CORP", true},
	{"Mayo Clinic", "MAYO CLINIC", true},

	{"Stantek Inc", "STANTEC INC", false},
	{"Werner Enterprise Inc", "WERNER ENTERPRISES, INC", false},
	{"Knight Transportation", "KNIGHT SWIFT TRANSPORTATION LLC", false},
	{"Old Dominion Freight", "OLD DOMINION FREIGHT LINE INC", false},
	{"Schneider International Carriers Inc", "SCHNEIDER NATIONAL CARRIERS, INC.", false},
	{"Western Pacific Transport Inc", "PACIFIC WESTERN TRANSPORT INC", false},
	{"Acme Trucking LLC", "ACME TRUCKING INC", false},
	{"Acme Trucking 2 Inc", "ACME TRUCKING INC", false},
	{"SAIC", "SCIENCE APPLICATIONS INTL CORP", false},
	{"CSP Anesthesiology", "CSP ANESTHESIA LLC", false},
	{"Children's Hospital Foundation Los Angeles", "CHILDRENS HOSPITAL LOS ANGELES", false},
	{"Habitat for Humanity", "HABITAT FOR HUMANITY INTERNATIONAL INC", false},
	{"Wikipedia Foundation", "WIKIMEDIA FOUNDATION INC", false},
	{"Norfolk Western Railway Co", "NORFOLK SOUTHERN RAILWAY COMPANY", false},
	{"Phillips 76 Company", "PHILLIPS 66 CO", false},
	{"Exxon Chemical Pipeline", "EXXON MOBIL PIPELINE", false},
	{"Motive Enterprises LLC", "MOTIVA ENTERPRISES LLC", false},
	{"Marathon Oil Company", "MARATHON PETROLEUM COMPANY, L.P.", false},
	{"Raytheon Technologies Company", "RAYTHEON CO", false},
	{"General Dynamics Technology", "GENERAL DYNAMICS INFORMATION TECHNOLOGY, INC.", false},
	{"Boeing Capital Company", "BOEING COMPANY, THE", false},
	{"Lockhead Martin Corp", "LOCKHEED MARTIN CORP", false},
	{"Lockheed Martin Aeronautics Corp", "LOCKHEED MARTIN CORP", false},
	{"Doctors Without Walls USA Inc", "DOCTORS WITHOUT BORDERS USA INC", false},
	{"US Airways", "USA AIRWAYS", false},
	{"CA, Inc.", "CAE INC", false},
	{"First Trust Corp II", "FIRST TRUST CORP III", false},
	{"Mueller Transport Inc", "MULLER TRANSPORT INC", false},
	{"Mayo Clinics", "MAYO CLINIC", false},
	{"Apollo Group", "APOLLO GLOBAL MANAGEMENT GROUP", false},
}
