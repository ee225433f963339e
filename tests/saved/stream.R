# stream.R VOTES.csv SET SCORES LIBRARY PYTHON SITE: as saved.R, but the votes are a stream of pyarrow's (python.c).
library(duel)

arguments <- commandArgs(TRUE)
dyn.load(arguments[4])
code <- sprintf('
import sys
sys.path.insert(0, r"%s")
import pyarrow, pyarrow.compute, pyarrow.csv
names = ["question_id", "judge", "model_a", "model_b", "winner"]
options = pyarrow.csv.ConvertOptions(column_types={name: pyarrow.string() for name in names}, include_columns=names)
votes = pyarrow.csv.read_csv(r"%s", convert_options=options)
votes = votes.filter(pyarrow.compute.is_in(votes["winner"], pyarrow.array(["a", "b", "tie"])))
for name in ["judge", "model_a"]:
    votes = votes.set_column(votes.column_names.index(name), name, votes[name].dictionary_encode())
votes.to_reader(max_chunksize=1000)._export_to_c(address)
', arguments[6], arguments[1])
stream <- .Call("python_stream", arguments[5], code)
set <- duel_set(stream, left = "model_a", right = "model_b", context = "question_id", outcome = "winner",
                outcomes = c(a = "left", b = "right"))
bytes <- as.raw(set)
writeBin(bytes, arguments[2])
writeBin(as.numeric(coef(duel(duel_set(bytes)))), arguments[3], endian = .Platform$endian)
