package backend

// Keys of the cache. Each names one JSON value of the type in its comment.

// UserKey is where the User with this id is cached.
func UserKey(id string) string { return "user:" + id }

// SessionKey is where the Session with this id is cached.
func SessionKey(id string) string { return "session:" + id }

// CampaignKey is where the Campaign with this id is cached.
func CampaignKey(id string) string { return "campaign:" + id }

// FeaturesKey is where the Features of a segment of users are cached.
func FeaturesKey(segment string) string { return "features:" + segment }

// User is what is known of a user.
type User struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Segment   string   `json:"segment"` // names the Features that apply
	Since     string   `json:"since"`
	Interests []string `json:"interests"`
	Bought    []string `json:"bought"` // skus, newest first
}

// Session is what is known of a visit.
type Session struct {
	ID       string `json:"id"`
	Referrer string `json:"referrer"`
	Started  string `json:"started"`
	Pages    []Page `json:"pages"`
}

// Page is one step of a visit.
type Page struct {
	Path    string `json:"path"`
	Seconds int    `json:"seconds"`
}

// Campaign is what an advertiser pays for.
type Campaign struct {
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	Creatives []Creative     `json:"creatives"`
	Discounts map[string]int `json:"discounts"` // percent by category
}

// Creative is one picture or film of a campaign.
type Creative struct {
	ID     string `json:"id"`
	Format string `json:"format"`
	URL    string `json:"url"`
}

// Features are the weights of a segment's relevance model.
type Features struct {
	Segment string             `json:"segment"`
	Model   string             `json:"model"`
	Weights map[string]float64 `json:"weights"` // by category
}
