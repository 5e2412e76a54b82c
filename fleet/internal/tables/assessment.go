package tables

// assessment is what the tables take from neuronlint assess --format json; see
// docs/schema/assess.schema.json.
type assessment struct {
	Project struct {
		Files int `json:"files"`
		Lines int `json:"lines"`
		Tests int `json:"tests"`
		CUDA  int `json:"cuda_sources"`
	} `json:"project"`
	Profile struct {
		SDK     string `json:"sdk"`
		Rewrite string `json:"rewrite"`
		Stack   string `json:"stack"`
		Target  string `json:"target"`
	} `json:"profile"`
	Verdict string   `json:"verdict"`
	Reasons []reason `json:"reasons"`
	Entries []struct {
		Name    string   `json:"name"`
		Kind    string   `json:"kind"`
		Found   string   `json:"found"`
		Verdict string   `json:"verdict"`
		Reasons []reason `json:"reasons"`
		Uses    []string `json:"uses"`
		Files   int      `json:"files"`
		Lines   int      `json:"lines"`
		Counts  counts   `json:"counts"`
		Causes  []string `json:"causes"`
	} `json:"entries"`
	Causes []struct {
		ID          string `json:"id"`
		Rule        string `json:"rule"`
		Name        string `json:"name"`
		Subject     string `json:"subject"`
		Title       string `json:"title"`
		Severity    string `json:"severity"`
		Verdict     string `json:"verdict"`
		Bypassed    bool   `json:"bypassed"`
		Counts      counts `json:"counts"`
		Tests       counts `json:"tests"`
		Files       int    `json:"files"`
		Entries     int    `json:"entries"`
		Replacement string `json:"replacement"`
		Effort      span   `json:"effort"`
		Class       string `json:"class"`
	} `json:"causes"`
	Machine struct {
		Code  counts `json:"code"`
		Tests counts `json:"tests"`
	} `json:"machine"`
	Effort struct {
		Code    span `json:"code"`
		Tests   span `json:"tests"`
		Unrated int  `json:"unrated"`
	} `json:"effort"`
	Inventory struct {
		Frameworks []struct {
			Name  string `json:"name"`
			Pin   string `json:"pin"`
			Files int    `json:"files"`
		} `json:"frameworks"`
		Libraries []struct {
			Name       string `json:"name"`
			Status     string `json:"status"`
			Equivalent string `json:"equivalent"`
			Files      int    `json:"files"`
			Evidence   string `json:"evidence"`
		} `json:"libraries"`
		Operators   []operator `json:"operators"`
		Calls       []operator `json:"calls"`
		Kernels     []operator `json:"kernels"`
		Distributed []operator `json:"distributed"`
		Models      []struct {
			Name    string `json:"name"`
			Type    string `json:"type"`
			Files   int    `json:"files"`
			Support []struct {
				Library string `json:"library"`
				Mode    string `json:"mode"`
				Status  string `json:"status"`
			} `json:"support"`
		} `json:"models"`
	} `json:"inventory"`
	Findings []struct {
		Path       string `json:"path"`
		Line       int    `json:"line"`
		Rule       string `json:"rule"`
		Cause      string `json:"cause"`
		Category   string `json:"category"`
		Severity   string `json:"severity"`
		Confidence string `json:"confidence"`
		Verdict    string `json:"verdict"`
		Ends       string `json:"ends"`
		Test       bool   `json:"test"`
		Message    string `json:"message"`
	} `json:"findings"`
}

type reason struct {
	Cause string `json:"cause"`
	Text  string `json:"text"`
}

type counts struct {
	Safe   int `json:"safe"`
	Unsafe int `json:"unsafe"`
	Hand   int `json:"hand"`
	Speed  int `json:"speed"`
	Notes  int `json:"notes"`
}

func (c counts) total() int { return c.Safe + c.Unsafe + c.Hand }

type span struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

type operator struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	Places  int    `json:"places"`
}
