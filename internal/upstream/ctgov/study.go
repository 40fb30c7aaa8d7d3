package ctgov

// Study is a record of the registry, in the registry's own structure. What a record does not have is zero.
type Study struct {
	Protocol   Protocol `json:"protocolSection"`
	Results    *Results `json:"resultsSection"`
	HasResults *bool    `json:"hasResults"`
}

// Protocol is what a study set out to do and how it stands.
type Protocol struct {
	Identification struct {
		NCT           string   `json:"nctId"`
		Aliases       []string `json:"nctIdAliases"` // obsolete or duplicate identifiers
		BriefTitle    string   `json:"briefTitle"`
		OfficialTitle string   `json:"officialTitle"`
		Acronym       string   `json:"acronym"`
	} `json:"identificationModule"`
	Status   Status `json:"statusModule"`
	Sponsors struct {
		Lead          Sponsor   `json:"leadSponsor"`
		Collaborators []Sponsor `json:"collaborators"`
	} `json:"sponsorCollaboratorsModule"`
	Conditions struct {
		Conditions []string `json:"conditions"`
		Keywords   []string `json:"keywords"`
	} `json:"conditionsModule"`
	Design Design `json:"designModule"`
	Arms   struct {
		Arms          []Arm          `json:"armGroups"`
		Interventions []Intervention `json:"interventions"`
	} `json:"armsInterventionsModule"`
	Outcomes struct {
		Primary   []Outcome `json:"primaryOutcomes"`
		Secondary []Outcome `json:"secondaryOutcomes"`
	} `json:"outcomesModule"`
	Eligibility struct {
		Criteria          string `json:"eligibilityCriteria"`
		HealthyVolunteers *bool  `json:"healthyVolunteers"`
		Sex               string `json:"sex"`        // ALL, FEMALE, MALE
		MinimumAge        string `json:"minimumAge"` // "18 Years"
		MaximumAge        string `json:"maximumAge"`
	} `json:"eligibilityModule"`
	Contacts struct {
		Locations []Location `json:"locations"`
	} `json:"contactsLocationsModule"`
}

// Status is how a study stands, with its dates.
type Status struct {
	Overall           string `json:"overallStatus"`
	LastKnown         string `json:"lastKnownStatus"` // beside UNKNOWN
	WhyStopped        string `json:"whyStopped"`
	Start             Date   `json:"startDateStruct"`
	PrimaryCompletion Date   `json:"primaryCompletionDateStruct"`
	Completion        Date   `json:"completionDateStruct"`
	FirstPosted       Date   `json:"studyFirstPostDateStruct"`
	ResultsPosted     Date   `json:"resultsFirstPostDateStruct"`
	LastUpdatePosted  Date   `json:"lastUpdatePostDateStruct"`
}

// Date is a date that may lack its day.
type Date struct {
	Date string `json:"date"` // 2016-07 or 2016-07-14
	Type string `json:"type"` // ACTUAL or ESTIMATED
}

// Sponsor is who pays for a study or runs it.
type Sponsor struct {
	Name  string `json:"name"`
	Class string `json:"class"` // INDUSTRY, NIH, FED, OTHER...
}

// Design is how a study is set up.
type Design struct {
	StudyType string   `json:"studyType"`
	Phases    []string `json:"phases"` // two of them for a study of phase 1/2 or 2/3
	Info      struct {
		Allocation         string `json:"allocation"`
		InterventionModel  string `json:"interventionModel"`
		PrimaryPurpose     string `json:"primaryPurpose"`
		ObservationalModel string `json:"observationalModel"`
		TimePerspective    string `json:"timePerspective"`
		Masking            struct {
			Masking string `json:"masking"`
		} `json:"maskingInfo"`
	} `json:"designInfo"`
	Enrollment struct {
		Count *int   `json:"count"`
		Type  string `json:"type"` // ACTUAL or ESTIMATED
	} `json:"enrollmentInfo"`
}

// Arm is a group that participants are put into.
type Arm struct {
	Label         string   `json:"label"`
	Type          string   `json:"type"`
	Description   string   `json:"description"`
	Interventions []string `json:"interventionNames"` // "Drug: Semaglutide"
}

// Intervention is what is studied.
type Intervention struct {
	Type       string   `json:"type"`
	Name       string   `json:"name"`
	OtherNames []string `json:"otherNames"`
}

// Outcome is what a study set out to measure.
type Outcome struct {
	Measure     string `json:"measure"`
	Description string `json:"description"`
	TimeFrame   string `json:"timeFrame"`
}

// Location is a place where a study is or was done.
type Location struct {
	Facility string `json:"facility"`
	Status   string `json:"status"`
	City     string `json:"city"`
	State    string `json:"state"` // in words
	Country  string `json:"country"`
	Point    *struct {
		Lat float64 `json:"lat"`
		Lon float64 `json:"lon"`
	} `json:"geoPoint"`
}

// Results are what was posted after the study. Measured values and counts of the flow are texts, "NA" among them.
type Results struct {
	Flow *struct {
		Units   string   `json:"typeUnitsAnalyzed"`
		Groups  []Group  `json:"groups"`
		Periods []Period `json:"periods"`
	} `json:"participantFlowModule"`
	Outcomes struct {
		Measures []Measure `json:"outcomeMeasures"`
	} `json:"outcomeMeasuresModule"`
	Adverse *Adverse `json:"adverseEventsModule"`
}

// Group is an arm or a comparison group of a table of results.
type Group struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// Period is a part of a study, with how many came to which point of it.
type Period struct {
	Title      string `json:"title"`
	Milestones []struct {
		Type         string `json:"type"` // STARTED, COMPLETED, NOT COMPLETED, or the study's own
		Achievements []struct {
			Group    string `json:"groupId"`
			Subjects string `json:"numSubjects"`
		} `json:"achievements"`
	} `json:"milestones"`
}

// Measure is an outcome with what was measured.
type Measure struct {
	Type         string `json:"type"` // PRIMARY, SECONDARY, OTHER_PRE_SPECIFIED, POST_HOC
	Title        string `json:"title"`
	Description  string `json:"description"`
	Population   string `json:"populationDescription"`
	Reporting    string `json:"reportingStatus"` // POSTED or NOT_POSTED
	ParamType    string `json:"paramType"`       // MEAN, NUMBER, COUNT_OF_PARTICIPANTS...
	Dispersion   string `json:"dispersionType"`  // Standard Deviation, 95% Confidence Interval...
	Unit         string `json:"unitOfMeasure"`
	TimeFrame    string `json:"timeFrame"`
	UnitAnalyzed string `json:"denomUnitsSelected"`

	Groups   []Group    `json:"groups"`
	Denoms   []Denom    `json:"denoms"`
	Classes  []Class    `json:"classes"`
	Analyses []Analysis `json:"analyses"`
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
	Title      string  `json:"title"`
	Denoms     []Denom `json:"denoms"`
	Categories []struct {
		Title        string        `json:"title"`
		Measurements []Measurement `json:"measurements"`
	} `json:"categories"`
}

// Measurement is one value of one group.
type Measurement struct {
	Group   string `json:"groupId"`
	Value   string `json:"value"`
	Spread  string `json:"spread"`
	Lower   string `json:"lowerLimit"`
	Upper   string `json:"upperLimit"`
	Comment string `json:"comment"`
}

// Analysis is a statistical comparison of groups.
type Analysis struct {
	Groups          []string `json:"groupIds"`
	Description     string   `json:"groupDescription"`
	Method          string   `json:"statisticalMethod"`
	PValue          string   `json:"pValue"` // "0.03", "<0.001"
	PComment        string   `json:"pValueComment"`
	ParamType       string   `json:"paramType"` // Hazard Ratio (HR)...
	ParamValue      string   `json:"paramValue"`
	DispersionType  string   `json:"dispersionType"`
	DispersionValue string   `json:"dispersionValue"`
	CIPct           string   `json:"ciPctValue"`
	CISides         string   `json:"ciNumSides"`
	CILow           string   `json:"ciLowerLimit"`
	CIHigh          string   `json:"ciUpperLimit"`
	Comment         string   `json:"estimateComment"`
	HypothesisType  string   `json:"nonInferiorityType"`
	Hypothesis      string   `json:"nonInferiorityComment"`
}

// Adverse are the adverse events.
type Adverse struct {
	TimeFrame   string       `json:"timeFrame"`
	Description string       `json:"description"`
	Threshold   string       `json:"frequencyThreshold"` // per cent under which other events are not listed
	Groups      []EventGroup `json:"eventGroups"`
	Serious     []Event      `json:"seriousEvents"`
}

// EventGroup is a group with how many of it had events. Nil is not reported.
type EventGroup struct {
	ID              string `json:"id"`
	Title           string `json:"title"`
	DeathsAffected  *int   `json:"deathsNumAffected"`
	DeathsAtRisk    *int   `json:"deathsNumAtRisk"`
	SeriousAffected *int   `json:"seriousNumAffected"`
	SeriousAtRisk   *int   `json:"seriousNumAtRisk"`
	OtherAffected   *int   `json:"otherNumAffected"`
	OtherAtRisk     *int   `json:"otherNumAtRisk"`
}

// Event is an adverse event by group.
type Event struct {
	Term        string `json:"term"`
	OrganSystem string `json:"organSystem"`
	Stats       []struct {
		Group    string `json:"groupId"`
		Events   *int   `json:"numEvents"`
		Affected *int   `json:"numAffected"`
		AtRisk   *int   `json:"numAtRisk"`
	} `json:"stats"`
}
