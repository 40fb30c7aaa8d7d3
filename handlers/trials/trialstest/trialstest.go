// Package trialstest holds ClinicalTrials.gov's answers for the examples of the spec's trials routes: real studies,
// and plausible figures.
package trialstest

import (
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time of the examples.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where studies are.
const (
	Studies = "https://clinicaltrials.gov/api/v2/studies"
	Study   = Studies + "/"
)

// Answers are the registry's answers for the examples of the spec.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Study + "NCT01720446", Body: study},
		{URL: Studies + "?query.cond=Phelan-McDermid+Syndrome&filter.advanced=AREA%5BPhase%5DPHASE1", Body: search},
		{URL: Studies + "?query.intr=Toca+511&fields=NCTId", Body: `{"studies":[{}],"totalCount":3}`},
		{URL: Studies + "?query.cond=Toca+511&fields=NCTId", Body: `{"studies":[{}],"totalCount":1}`},
		{URL: Studies + "?query.spons=Toca+511&fields=NCTId", Body: `{"studies":[],"totalCount":0}`},
		{URL: Studies + "?query.intr=Toca+511&pageSize=1000", Body: pipeline},
		{URL: Studies, Body: `{"studies":[],"totalCount":0}`},
	}
}

const study = `{"protocolSection":{
"identificationModule":{"nctId":"NCT01720446","acronym":"SUSTAIN 6",
 "briefTitle":"Semaglutide and Cardiovascular Outcomes in Subjects With Type 2 Diabetes",
 "officialTitle":"A Long-term, Randomised, Double-blind, Placebo-controlled Trial of Semaglutide in Type 2 Diabetes"},
"statusModule":{"overallStatus":"COMPLETED","startDateStruct":{"date":"2013-02","type":"ACTUAL"},
 "primaryCompletionDateStruct":{"date":"2016-01-22","type":"ACTUAL"},
 "completionDateStruct":{"date":"2016-03-15","type":"ACTUAL"},
 "studyFirstPostDateStruct":{"date":"2012-11-02","type":"ESTIMATED"},
 "resultsFirstPostDateStruct":{"date":"2018-02-05","type":"ACTUAL"},
 "lastUpdatePostDateStruct":{"date":"2019-08-09","type":"ACTUAL"}},
"sponsorCollaboratorsModule":{"leadSponsor":{"name":"Novo Nordisk A/S","class":"INDUSTRY"}},
"conditionsModule":{"conditions":["Diabetes","Diabetes Mellitus, Type 2"]},
"designModule":{"studyType":"INTERVENTIONAL","phases":["PHASE3"],
 "designInfo":{"allocation":"RANDOMIZED","interventionModel":"PARALLEL","primaryPurpose":"TREATMENT",
  "maskingInfo":{"masking":"DOUBLE"}},
 "enrollmentInfo":{"count":3297,"type":"ACTUAL"}},
"armsInterventionsModule":{
 "armGroups":[
  {"label":"Semaglutide","type":"EXPERIMENTAL","interventionNames":["Drug: semaglutide"]},
  {"label":"Placebo","type":"PLACEBO_COMPARATOR","interventionNames":["Drug: placebo"]}],
 "interventions":[
  {"type":"DRUG","name":"semaglutide","description":"Once weekly under the skin.","armGroupLabels":["Semaglutide"]},
  {"type":"DRUG","name":"placebo","armGroupLabels":["Placebo"]}]},
"outcomesModule":{
 "primaryOutcomes":[{"measure":"Time to first major adverse cardiovascular event","timeFrame":"Up to 109 weeks"}],
 "secondaryOutcomes":[{"measure":"Change in HbA1c","timeFrame":"Week 104"},
  {"measure":"Change in body weight","timeFrame":"Week 104"}]},
"eligibilityModule":{"sex":"ALL","minimumAge":"50 Years","healthyVolunteers":false,
 "eligibilityCriteria":"Inclusion: type 2 diabetes and HbA1c of 7.0% or more."},
"contactsLocationsModule":{"locations":[
 {"facility":"Novo Nordisk Investigational Site","city":"Birmingham","state":"Alabama","zip":"35205",
  "country":"United States","geoPoint":{"lat":33.52066,"lon":-86.80249}},
 {"facility":"Novo Nordisk Investigational Site","city":"Phoenix","state":"Arizona","country":"United States",
  "geoPoint":{"lat":33.44838,"lon":-112.07404}},
 {"facility":"Novo Nordisk Investigational Site","city":"Istanbul","country":"Turkey (Türkiye)"}]}},
"resultsSection":{
"participantFlowModule":{
 "groups":[{"id":"FG000","title":"Semaglutide"},{"id":"FG001","title":"Placebo"}],
 "periods":[{"title":"Overall Study","milestones":[
  {"type":"STARTED","achievements":[{"groupId":"FG000","numSubjects":"1648"},{"groupId":"FG001","numSubjects":"1649"}]},
  {"type":"COMPLETED","achievements":[
   {"groupId":"FG000","numSubjects":"1623"},{"groupId":"FG001","numSubjects":"1609"}]},
  {"type":"NOT COMPLETED","achievements":[
   {"groupId":"FG000","numSubjects":"25"},{"groupId":"FG001","numSubjects":"40"}]}
 ]}]},
"outcomeMeasuresModule":{"outcomeMeasures":[
 {"type":"PRIMARY","title":"Participants with a first major adverse cardiovascular event",
  "populationDescription":"All randomised participants.","reportingStatus":"POSTED","timeFrame":"Up to 109 weeks",
  "paramType":"COUNT_OF_PARTICIPANTS","unitOfMeasure":"Participants",
  "groups":[{"id":"OG000","title":"Semaglutide"},{"id":"OG001","title":"Placebo"}],
  "denoms":[{"units":"Participants","counts":[{"groupId":"OG000","value":"1648"},{"groupId":"OG001","value":"1649"}]}],
  "classes":[{"categories":[{"measurements":[{"groupId":"OG000","value":"108"},{"groupId":"OG001","value":"146"}]}]}],
  "analyses":[{"groupIds":["OG000","OG001"],"testedNonInferiority":true,"nonInferiorityType":"NON_INFERIORITY",
   "nonInferiorityComment":"Margin of 1.8.","statisticalMethod":"Stratified Cox regression","pValue":"<0.0001",
   "paramType":"Hazard Ratio (HR)","paramValue":"0.74","ciNumSides":"TWO_SIDED","ciPctValue":"95",
   "ciLowerLimit":"0.58","ciUpperLimit":"0.95"}]},
 {"type":"SECONDARY","title":"Change in HbA1c","reportingStatus":"POSTED","paramType":"MEAN",
  "dispersionType":"Standard Deviation","unitOfMeasure":"percentage of HbA1c","timeFrame":"Week 104"}]},
"adverseEventsModule":{"frequencyThreshold":"5","timeFrame":"Up to 109 weeks",
 "description":"Events in participants who got at least one dose.",
 "eventGroups":[
  {"id":"EG000","title":"Semaglutide","deathsNumAffected":62,"deathsNumAtRisk":1648,
   "seriousNumAffected":565,"seriousNumAtRisk":1642,"otherNumAffected":1046,"otherNumAtRisk":1642},
  {"id":"EG001","title":"Placebo","seriousNumAffected":627,"seriousNumAtRisk":1644,
   "otherNumAffected":890,"otherNumAtRisk":1644}],
 "seriousEvents":[
  {"term":"Pneumonia","organSystem":"Infections and infestations","assessmentType":"SYSTEMATIC_ASSESSMENT",
   "stats":[{"groupId":"EG000","numEvents":30,"numAffected":28,"numAtRisk":1642},
    {"groupId":"EG001","numEvents":34,"numAffected":32,"numAtRisk":1644}]},
  {"term":"Angina unstable","organSystem":"Cardiac disorders","assessmentType":"SYSTEMATIC_ASSESSMENT",
   "stats":[{"groupId":"EG000","numEvents":36,"numAffected":33,"numAtRisk":1642},
    {"groupId":"EG001","numEvents":42,"numAffected":38,"numAtRisk":1644}]}]}},
"hasResults":true}`

const search = `{"studies":[
{"protocolSection":{
 "identificationModule":{"nctId":"NCT05105685",
  "briefTitle":"Effectiveness of Recombinant Human Growth Hormone Therapy for Children With PMS"},
 "statusModule":{"overallStatus":"COMPLETED","startDateStruct":{"date":"2020-06-14","type":"ACTUAL"},
  "primaryCompletionDateStruct":{"date":"2021-06-08","type":"ACTUAL"},
  "completionDateStruct":{"date":"2021-06-08","type":"ACTUAL"}},
 "sponsorCollaboratorsModule":{"leadSponsor":{"name":"Affiliated Hospital of Jiangnan University"}},
 "conditionsModule":{"conditions":["Phelan-McDermid Syndrome","Growth Hormone Treatment"]},
 "designModule":{"studyType":"INTERVENTIONAL","phases":["PHASE1","PHASE2"],
  "enrollmentInfo":{"count":6,"type":"ACTUAL"}},
 "armsInterventionsModule":{"interventions":[{"type":"DRUG","name":"recombinant human growth hormone"},
  {"type":"DRUG","name":"Saline"}]}},"hasResults":false}],
"totalCount":1}`

const pipeline = `{"studies":[
{"protocolSection":{
 "identificationModule":{"nctId":"NCT02414165","briefTitle":"The Toca 5 Trial"},
 "statusModule":{"overallStatus":"TERMINATED","startDateStruct":{"date":"2015-11-30","type":"ACTUAL"},
  "primaryCompletionDateStruct":{"date":"2019-07-25","type":"ACTUAL"},
  "completionDateStruct":{"date":"2019-12-04","type":"ACTUAL"}},
 "sponsorCollaboratorsModule":{"leadSponsor":{"name":"Tocagen Inc."}},
 "conditionsModule":{"conditions":["Glioblastoma Multiforme","Anaplastic Astrocytoma"]},
 "designModule":{"studyType":"INTERVENTIONAL","phases":["PHASE2","PHASE3"],
  "enrollmentInfo":{"count":403,"type":"ACTUAL"}},
 "armsInterventionsModule":{"interventions":[{"type":"BIOLOGICAL","name":"Toca 511"},
  {"type":"DRUG","name":"Toca FC"}]}},"hasResults":false},
{"protocolSection":{
 "identificationModule":{"nctId":"NCT02576665",
  "briefTitle":"A Study of Toca 511 With Toca FC in Patients With Solid Tumors or Lymphoma (Toca 6)"},
 "statusModule":{"overallStatus":"TERMINATED","startDateStruct":{"date":"2016-07","type":"ACTUAL"},
  "completionDateStruct":{"date":"2019-12-20","type":"ACTUAL"}},
 "sponsorCollaboratorsModule":{"leadSponsor":{"name":"Tocagen Inc."}},
 "conditionsModule":{"conditions":["Colorectal Cancer","Lymphoma"]},
 "designModule":{"studyType":"INTERVENTIONAL","phases":["PHASE1"],
  "enrollmentInfo":{"count":21,"type":"ACTUAL"}},
 "armsInterventionsModule":{"interventions":[{"type":"BIOLOGICAL","name":"Toca 511"}]}},"hasResults":false},
{"protocolSection":{
 "identificationModule":{"nctId":"NCT01470794",
  "briefTitle":"Study of a Retroviral Replicating Vector in Surgery for a Recurrent Malignant Brain Tumor"},
 "statusModule":{"overallStatus":"COMPLETED","startDateStruct":{"date":"2012-02","type":"ACTUAL"},
  "primaryCompletionDateStruct":{"date":"2016-03","type":"ACTUAL"},
  "completionDateStruct":{"date":"2016-09","type":"ACTUAL"}},
 "sponsorCollaboratorsModule":{"leadSponsor":{"name":"Tocagen Inc."}},
 "conditionsModule":{"conditions":["Glioblastoma Multiforme"]},
 "designModule":{"studyType":"INTERVENTIONAL","phases":["PHASE1"],
  "enrollmentInfo":{"count":58,"type":"ACTUAL"}},
 "armsInterventionsModule":{"interventions":[{"type":"BIOLOGICAL","name":"Toca 511"}]}},"hasResults":false}],
"totalCount":3}`
