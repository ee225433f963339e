package duel_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
	"github.com/duel-ranking/duel/bindings/go/internal/enums"
)

// The methods that declarations determine are those of the file.
func TestEnumerationsAreUpToDate(t *testing.T) {
	described, err := os.ReadFile(filepath.Join("..", "..", "include", "duel.json"))
	if os.IsNotExist(err) {
		t.Skip("the module is used without its repository")
	}
	must(t, err)
	want, err := enums.Source(".", described)
	must(t, err)
	got, err := os.ReadFile(enums.File)
	must(t, err)
	if string(got) != string(want) {
		t.Errorf("%s is out of date: run go generate", enums.File)
	}
}

func TestEnumerationsAreWords(t *testing.T) {
	for _, one := range []struct {
		value interface{ String() string }
		want  string
	}{
		{duel.Pooled, "pooled"}, {duel.CovarianceClusteredByJudge, "clustered_by_judge"}, {duel.Davidson, "davidson"},
		{duel.Left, "left"}, {duel.ErrNotIdentified, "not_identified"}, {duel.Cell, "cell"}, {duel.ClusterKind, "cluster"},
		{duel.Strength(77), "Strength(77)"}, {duel.FitSeparated | duel.FitTieLimit, "separated, tie_limit"},
		{duel.StopConverged, "converged"}, {duel.ByCluster, "cluster"}, {duel.DecisionH1, "h1"},
	} {
		if got := one.value.String(); got != one.want {
			t.Errorf("%T is %q, not %q", one.value, got, one.want)
		}
	}
}

// Words in JSON are read again, unknown values by their number; other words are refused.
func TestEnumerationsMarshal(t *testing.T) {
	type all struct {
		Law     duel.OutcomeLaw
		Sides   []duel.Outcome
		Fit     duel.FitOutcome
		Judge   duel.Verdict
		Stop    duel.Stop
		Unknown duel.Strength
		By      map[duel.Unit]int
	}
	given := all{duel.Davidson, []duel.Outcome{duel.BothBad, duel.Tie}, duel.FitSeparated | duel.FitHeywood, 0, duel.StopGiven, 77, map[duel.Unit]int{duel.ByJudge: 2}}
	text, err := json.Marshal(given)
	must(t, err)
	want := `{"Law":"davidson","Sides":["both_bad","tie"],"Fit":"separated, heywood","Judge":"none","Stop":"given","Unknown":"Strength(77)","By":{"judge":2}}`
	if string(text) != want {
		t.Errorf("%s, not %s", text, want)
	}
	var read all
	must(t, json.Unmarshal(text, &read))
	if !reflect.DeepEqual(read, given) {
		t.Errorf("%+v, not %+v", read, given)
	}
	for _, text := range []string{`{"Law":"davidso"}`, `{"Fit":"separated, soon"}`} {
		if err := json.Unmarshal([]byte(text), &read); err == nil || !strings.Contains(err.Error(), "must be one of") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Every exported type of which constants of the library are has words, in JSON, too.
func TestEveryEnumerationHasWords(t *testing.T) {
	files, err := parser.ParseDir(token.NewFileSet(), ".", func(file fs.FileInfo) bool {
		return !strings.HasSuffix(file.Name(), "_test.go")
	}, 0)
	must(t, err)
	methods, kinds := map[string]bool{}, map[string]bool{}
	for _, file := range files["duel"].Files {
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncDecl:
				if node.Recv != nil {
					receiver := node.Recv.List[0].Type
					if pointer, ok := receiver.(*ast.StarExpr); ok {
						receiver = pointer.X
					}
					if kind, ok := receiver.(*ast.Ident); ok {
						methods[kind.Name+"."+node.Name.Name] = true
					}
				}
			case *ast.ValueSpec:
				if kind, ok := node.Type.(*ast.Ident); ok && len(node.Values) == 1 && kind.IsExported() {
					if value, ok := node.Values[0].(*ast.SelectorExpr); ok && strings.HasPrefix(value.Sel.Name, "DUEL_") {
						kinds[kind.Name] = true
					}
				}
			}
			return true
		})
	}
	if len(kinds) < 50 {
		t.Errorf("only %d enumerations were found", len(kinds))
	}
	for kind := range kinds {
		for _, method := range []string{"String", "MarshalText", "UnmarshalText"} {
			if !methods[kind+"."+method] {
				t.Errorf("%s has no %s", kind, method)
			}
		}
	}
}

// Facts of a pooled model hold NaN, rows of one item that won everything infinities: both are null.
func TestResultsMarshal(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	info, err := m.Info()
	must(t, err)
	text, err := json.Marshal(info)
	must(t, err)
	var read map[string]any
	must(t, json.Unmarshal(text, &read))
	kind := reflect.TypeOf(info)
	if len(read) != kind.NumField() {
		t.Errorf("%d fields of %d: %s", len(read), kind.NumField(), text)
	}
	some := false
	for i := range kind.NumField() {
		value := reflect.ValueOf(info).Field(i)
		if words, ok := value.Interface().(interface{ String() string }); ok && read[kind.Field(i).Name] != words.String() {
			t.Errorf("%s is %v in JSON, not %q", kind.Field(i).Name, read[kind.Field(i).Name], words)
		}
		if value.Kind() != reflect.Float64 {
			continue
		}
		number, known := read[kind.Field(i).Name].(float64)
		finite := !math.IsNaN(value.Float()) && !math.IsInf(value.Float(), 0)
		some = some || !finite
		if known != finite || known && number != value.Float() {
			t.Errorf("%s is %v in JSON, and %v", kind.Field(i).Name, read[kind.Field(i).Name], value.Float())
		}
	}
	if !some {
		t.Error("no fact is NaN: the test says nothing")
	}

	row := duel.EstimateValuesRow{Estimate: duel.Estimate{Value: math.Inf(1), StandardError: math.NaN(), Lower: -1.5, Upper: math.Inf(-1)}}
	text, err = json.Marshal([]duel.EstimateValuesRow{row})
	must(t, err)
	for _, part := range []string{`"Value":null`, `"StandardError":null`, `"Lower":-1.5`, `"Upper":null`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s lacks %s", text, part)
		}
	}
	must(t, json.Unmarshal(text, &[]duel.EstimateValuesRow{}))
	rows, err := m.Items()
	must(t, err)
	_, err = json.Marshal(struct{ Rows any }{rows})
	must(t, err)
}

// Every name in brackets in a comment of the package, such as [Model.Estimate], is one of its own.
func TestCommentsNameWhatExists(t *testing.T) {
	files, err := parser.ParseDir(token.NewFileSet(), ".", func(file fs.FileInfo) bool {
		return !strings.HasSuffix(file.Name(), "_test.go")
	}, parser.ParseComments)
	must(t, err)
	known := map[string]bool{}
	for _, file := range files["duel"].Files {
		for _, declaration := range file.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				name := declaration.Name.Name
				if declaration.Recv != nil {
					receiver := declaration.Recv.List[0].Type
					if pointer, ok := receiver.(*ast.StarExpr); ok {
						receiver = pointer.X
					}
					if plain, ok := receiver.(*ast.Ident); ok {
						name = plain.Name + "." + name
					}
				}
				known[name] = true
			case *ast.GenDecl:
				for _, spec := range declaration.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						known[spec.Name.Name] = true
						if fields, ok := spec.Type.(*ast.StructType); ok {
							for _, field := range fields.Fields.List {
								for _, name := range field.Names {
									known[spec.Name.Name+"."+name.Name] = true
								}
							}
						}
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							known[name.Name] = true
						}
					}
				}
			}
		}
	}
	link := regexp.MustCompile(`\[\*?([A-Z]\w*(?:\.[A-Z]\w*)?)\]`)
	count := 0
	for path, file := range files["duel"].Files {
		for _, comment := range file.Comments {
			for _, found := range link.FindAllStringSubmatch(comment.Text(), -1) {
				count++
				if !known[found[1]] {
					t.Errorf("%s: [%s] is not in the package", path, found[1])
				}
			}
		}
	}
	if count < 60 {
		t.Errorf("only %d names were found", count)
	}
	// So is every field of a struct that a comment names by C's word.
	field := regexp.MustCompile(`\b([A-Z]\w+)\.[a-z]\w*`)
	for path, file := range files["duel"].Files {
		for _, comment := range file.Comments {
			for _, found := range field.FindAllStringSubmatch(comment.Text(), -1) {
				if known[found[1]] {
					t.Errorf("%s: %s is a field with a capital", path, found[0])
				}
			}
		}
	}
}
