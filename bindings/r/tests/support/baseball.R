# Games of seven baseball teams (BradleyTerry2 1.1.2): the home team, the other, and who won.
teams <- c("Baltimore", "Boston", "Cleveland", "Detroit", "Milwaukee", "New York", "Toronto")
games <- matrix(c(4, 3, 4, 3, 4, 6, 4, 2, 4, 5, 4, 3, 4, 1, 6, 1, 4, 2, 4, 2, 4, 0, 6, 0, 3, 4, 3,
     3, 3, 6, 4,
    2, 3, 5, 4, 3, 3, 1, 6, 0, 3, 2, 6, 1, 3, 0, 4, 3, 6, 4, 2, 5, 6, 3, 4, 3, 6, 5, 2, 4, 6, 1,
    4, 3, 6, 2, 4, 2, 6, 0, 6, 0, 5, 4, 3, 3, 5, 3, 5, 1, 5, 6, 2, 5, 5, 1, 4, 3, 5, 2, 4, 2, 5,
    0, 6, 1, 1, 4, 5, 1, 1, 3, 2, 5, 1, 6, 3, 3, 1, 5, 4, 2, 1, 2, 5, 2, 1, 0, 6, 0, 2, 4, 2, 5,
    2, 3, 3, 3, 2, 6, 3, 4, 2, 5, 4, 3, 2, 1, 4, 2, 2, 0, 2, 4, 0, 4, 2, 5, 0, 3, 1, 5, 0, 6, 1,
    6, 0, 5, 2, 4, 0, 1, 1, 6, 0, 2, 3, 4), ncol = 4, byrow = TRUE)
baseball <- data.frame(home = factor(teams[games[, 1] + 1], levels = teams),
                       away = factor(teams[games[, 2] + 1], levels = teams),
                       home.wins = games[, 3], away.wins = games[, 4])
