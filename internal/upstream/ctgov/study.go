package ctgov

import (
	"slices"

	"github.com/farebox/farebox/internal/upstream"
)

// Study is a record of the registry, in the registry's own structure. The API omits what a record does not have and
// what was not requested, so everything is optional except what the registry requires of every record: see also
// [Study.lacks].
type Study struct {
	Protocol   Protocol `json:"protocolSection" contract:"key"`
	Results    *Results `json:"resultsSection,omitempty"`
	HasResults *bool    `json:"hasResults,omitempty"`
}

// lacks is what the registry requires of every study and this one does not have, or nil. Records of unapproved
// devices are partly withheld.
func (s Study) lacks() *upstream.Drift {
	p := s.Protocol
	interventional := p.Design.StudyType == "INTERVENTIONAL"
	switch {
	case p.Status.Overall == "":
		return absent("statusModule.overallStatus")
	case p.Status.Overall == "WITHHELD":
		return nil
	case p.Identification.BriefTitle == "":
		return absent("identificationModule.briefTitle")
	case p.Sponsors.Lead.Name == "":
		return absent("sponsorCollaboratorsModule.leadSponsor.name")
	case p.Design.StudyType == "":
		return absent("designModule.studyType")
	case interventional && len(p.Design.Phases) == 0: // one without phases has the phase NA
		return absent("designModule.phases")
	case len(p.Conditions.Conditions) == 0:
		return absent("conditionsModule.conditions")
	}

	return nil
}

func absent(member string) *upstream.Drift {
	return upstream.Drifted("protocolSection."+member, "a value", "nothing")
}

// Protocol is a study's plan and status.
type Protocol struct {
	Identification struct {
		NCT           string   `json:"nctId" contract:"key"`
		Aliases       []string `json:"nctIdAliases,omitempty"` // obsolete or duplicate identifiers
		BriefTitle    string   `json:"briefTitle,omitempty"`
		OfficialTitle string   `json:"officialTitle,omitempty"`
		Acronym       string   `json:"acronym,omitempty"`
	} `json:"identificationModule" contract:"key"`
	Status   Status `json:"statusModule,omitempty"`
	Sponsors struct {
		Lead          Sponsor   `json:"leadSponsor"`
		Collaborators []Sponsor `json:"collaborators,omitempty"`
	} `json:"sponsorCollaboratorsModule,omitempty"`
	Conditions struct {
		Conditions []string `json:"conditions,omitempty"`
	} `json:"conditionsModule,omitempty"`
	Design Design `json:"designModule,omitempty"`
	Arms   struct {
		Arms          []Arm          `json:"armGroups,omitempty"`
		Interventions []Intervention `json:"interventions,omitempty"`
	} `json:"armsInterventionsModule,omitempty"`
	Outcomes struct {
		Primary   []Outcome `json:"primaryOutcomes,omitempty"`
		Secondary []Outcome `json:"secondaryOutcomes,omitempty"`
	} `json:"outcomesModule,omitempty"`
	Eligibility struct {
		Criteria          string `json:"eligibilityCriteria,omitempty"`
		HealthyVolunteers *bool  `json:"healthyVolunteers,omitempty"`
		Sex               string `json:"sex,omitempty"`        // ALL, FEMALE, MALE
		MinimumAge        string `json:"minimumAge,omitempty"` // "18 Years"
		MaximumAge        string `json:"maximumAge,omitempty"`
	} `json:"eligibilityModule,omitempty"`
	Contacts struct {
		Locations []Location `json:"locations,omitempty"`
	} `json:"contactsLocationsModule,omitempty"`
}

// Status is a study's status, with its dates.
type Status struct {
	Overall           string `json:"overallStatus" contract:"signed"` // UNKNOWN is one
	LastKnown         string `json:"lastKnownStatus,omitempty"`       // beside UNKNOWN
	WhyStopped        string `json:"whyStopped,omitempty"`
	Start             Date   `json:"startDateStruct,omitempty"`
	PrimaryCompletion Date   `json:"primaryCompletionDateStruct,omitempty"`
	Completion        Date   `json:"completionDateStruct,omitempty"`
	FirstPosted       Date   `json:"studyFirstPostDateStruct,omitempty"`
	ResultsPosted     Date   `json:"resultsFirstPostDateStruct,omitempty"`
	LastUpdatePosted  Date   `json:"lastUpdatePostDateStruct,omitempty"`
}

// Date is a date that may lack its day.
type Date struct {
	Date string `json:"date"`           // 2016-07 or 2016-07-14
	Type string `json:"type,omitempty"` // ACTUAL or ESTIMATED
}

// Sponsor is who pays for a study or runs it.
type Sponsor struct {
	Name  string `json:"name"`
	Class string `json:"class,omitempty"` // INDUSTRY, NIH, FED, OTHER...
}

// Design is a study's design.
type Design struct {
	StudyType string   `json:"studyType,omitempty"`
	Phases    []string `json:"phases,omitempty"` // two of them for a study of phase 1/2 or 2/3
	Info      struct {
		Allocation         string `json:"allocation,omitempty"`
		InterventionModel  string `json:"interventionModel,omitempty"`
		PrimaryPurpose     string `json:"primaryPurpose,omitempty"`
		ObservationalModel string `json:"observationalModel,omitempty"`
		TimePerspective    string `json:"timePerspective,omitempty"`
		Masking            struct {
			Masking string `json:"masking,omitempty"`
		} `json:"maskingInfo,omitempty"`
	} `json:"designInfo,omitempty"`
	Enrollment struct {
		Count *int   `json:"count,omitempty"`
		Type  string `json:"type,omitempty"` // ACTUAL or ESTIMATED
	} `json:"enrollmentInfo,omitempty"`
}

// Arm is a group to which participants are assigned.
type Arm struct {
	Label         string   `json:"label"`
	Type          string   `json:"type,omitempty"`
	Description   string   `json:"description,omitempty"`
	Interventions []string `json:"interventionNames,omitempty"` // "Drug: Semaglutide"
}

// Intervention is what is studied.
type Intervention struct {
	Type       string   `json:"type,omitempty"`
	Name       string   `json:"name"`
	OtherNames []string `json:"otherNames,omitempty"`
}

// Outcome is something that a study planned to measure.
type Outcome struct {
	Measure     string `json:"measure"`
	Description string `json:"description,omitempty"`
	TimeFrame   string `json:"timeFrame,omitempty"`
}

// Location is a place where a study is or was done.
type Location struct {
	Facility string `json:"facility,omitempty"`
	Status   string `json:"status,omitempty"`
	City     string `json:"city,omitempty"`
	State    string `json:"state,omitempty"` // in words
	Country  string `json:"country"`
	Point    *struct {
		Lat *float64 `json:"lat" contract:"nullable latitude"`
		Lon *float64 `json:"lon" contract:"nullable longitude"`
	} `json:"geoPoint,omitempty"`
}

// Results are what was posted after the study. Measured values and counts of the flow are texts, including "NA".
type Results struct {
	Flow *struct {
		Groups  []Group  `json:"groups"`
		Periods []Period `json:"periods"`
	} `json:"participantFlowModule,omitempty"`
	Outcomes struct {
		Measures []Measure `json:"outcomeMeasures"`
	} `json:"outcomeMeasuresModule"`
	Adverse *Adverse `json:"adverseEventsModule,omitempty"`
}

// Group is an arm or a comparison group in a table of results.
type Group struct {
	ID          string `json:"id" contract:"key"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
}

// Period is a part of a study, with how many participants reached each milestone.
type Period struct {
	Title      string `json:"title,omitempty"`
	Milestones []struct {
		Type         string `json:"type"` // STARTED, COMPLETED, NOT COMPLETED, or the study's own
		Achievements []struct {
			Group    string `json:"groupId"`
			Subjects string `json:"numSubjects,omitempty"`
		} `json:"achievements"`
	} `json:"milestones"`
}

// Rank is what an outcome is to its study.
type Rank string

// Words are the ranks of the registry's data definitions.
func (Rank) Words() []string {
	return []string{"PRIMARY", "SECONDARY", "OTHER_PRE_SPECIFIED", "POST_HOC"}
}

// Measure is an outcome with its measurements.
type Measure struct {
	Type         Rank   `json:"type"`
	Title        string `json:"title"`
	Description  string `json:"description,omitempty"`
	Population   string `json:"populationDescription,omitempty"`
	Reporting    string `json:"reportingStatus,omitempty"` // POSTED or NOT_POSTED
	ParamType    string `json:"paramType,omitempty"`       // MEAN, NUMBER, COUNT_OF_PARTICIPANTS...
	Dispersion   string `json:"dispersionType,omitempty"`  // Standard Deviation, 95% Confidence Interval...
	Unit         string `json:"unitOfMeasure,omitempty"`
	TimeFrame    string `json:"timeFrame,omitempty"`
	UnitAnalyzed string `json:"denomUnitsSelected,omitempty"`

	Groups   []Group    `json:"groups,omitempty"`
	Denoms   []Denom    `json:"denoms,omitempty"`
	Classes  []Class    `json:"classes,omitempty"`
	Analyses []Analysis `json:"analyses,omitempty"`
}

// Denom is how many were analysed, by group.
type Denom struct {
	Units  string `json:"units"` // Participants, Eyes...
	Counts []struct {
		Group string `json:"groupId"`
		Value string `json:"value"`
	} `json:"counts"`
}

// Class is a row of a table, with its own number analysed if it differs.
type Class struct {
	Title      string  `json:"title,omitempty"`
	Denoms     []Denom `json:"denoms,omitempty"`
	Categories []struct {
		Title        string        `json:"title,omitempty"`
		Measurements []Measurement `json:"measurements"`
	} `json:"categories"`
}

// Measurement is one value of one group.
type Measurement struct {
	Group   string `json:"groupId"`
	Value   string `json:"value,omitempty"`
	Spread  string `json:"spread,omitempty"`
	Lower   string `json:"lowerLimit,omitempty"`
	Upper   string `json:"upperLimit,omitempty"`
	Comment string `json:"comment,omitempty"`
}

// Analysis is a statistical comparison of groups.
type Analysis struct {
	Groups          []string `json:"groupIds,omitempty"`
	Description     string   `json:"groupDescription,omitempty"`
	Method          string   `json:"statisticalMethod,omitempty"`
	PValue          string   `json:"pValue,omitempty"` // "0.03", "<0.001"
	PComment        string   `json:"pValueComment,omitempty"`
	ParamType       string   `json:"paramType,omitempty"` // Hazard Ratio (HR)...
	ParamValue      string   `json:"paramValue,omitempty"`
	DispersionType  string   `json:"dispersionType,omitempty"`
	DispersionValue string   `json:"dispersionValue,omitempty"`
	CIPct           string   `json:"ciPctValue,omitempty"`
	CISides         string   `json:"ciNumSides,omitempty"`
	CILow           string   `json:"ciLowerLimit,omitempty"`
	CIHigh          string   `json:"ciUpperLimit,omitempty"`
	Comment         string   `json:"estimateComment,omitempty"`
	HypothesisType  string   `json:"nonInferiorityType,omitempty"`
	Hypothesis      string   `json:"nonInferiorityComment,omitempty"`
}

// Adverse are the adverse events.
type Adverse struct {
	TimeFrame   string       `json:"timeFrame,omitempty"`
	Description string       `json:"description,omitempty"`
	Threshold   string       `json:"frequencyThreshold,omitempty"` // percentage below which other events are not listed
	Groups      []EventGroup `json:"eventGroups"`
	Serious     []Event      `json:"seriousEvents,omitempty"`
}

// EventGroup is a group with the number of participants with events. Nil means not reported.
type EventGroup struct {
	ID              string `json:"id" contract:"key"`
	Title           string `json:"title"`
	DeathsAffected  *int   `json:"deathsNumAffected,omitempty"`
	DeathsAtRisk    *int   `json:"deathsNumAtRisk,omitempty"`
	SeriousAffected *int   `json:"seriousNumAffected,omitempty"`
	SeriousAtRisk   *int   `json:"seriousNumAtRisk,omitempty"`
	OtherAffected   *int   `json:"otherNumAffected,omitempty"`
	OtherAtRisk     *int   `json:"otherNumAtRisk,omitempty"`
}

// Event is an adverse event by group.
type Event struct {
	Term        string `json:"term"`
	OrganSystem string `json:"organSystem,omitempty"`
	Stats       []struct {
		Group    string `json:"groupId"`
		Events   *int   `json:"numEvents,omitempty"`
		Affected *int   `json:"numAffected,omitempty"`
		AtRisk   *int   `json:"numAtRisk,omitempty"`
	} `json:"stats"`
}

// unlisted reports whether participants had serious events but none is listed.
func (a *Adverse) unlisted() bool {
	if a == nil || len(a.Serious) > 0 {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g EventGroup) bool {
		return g.SeriousAffected != nil && *g.SeriousAffected > 0
	})
}
